import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Prepared, Scene, Scenes } from "./example-scene.ts";

type Json = Record<string, unknown>;

/** Pool of the examples. */
const POOL = "checkout";

async function poolOf({ stage }: Pick<Prepared, "stage">): Promise<Json> {
  return (await stage.send("GET", `/browser_pools/${POOL}`)).body;
}

/** Active sessions from the pool. */
async function acquired({ stage }: Pick<Prepared, "stage">): Promise<Json[]> {
  const { body } = await stage.send("GET", "/browsers?limit=100");
  return (body as (Json & { pool?: Json })[]).filter(({ pool }) => pool?.["name"] === POOL);
}

async function endAcquired(prepared: Pick<Prepared, "stage">): Promise<void> {
  for (const { session_id } of await acquired(prepared)) await prepared.stage.send("DELETE", `/browsers/${session_id}`);
}

/** Waits until both browsers of the pool are idle. */
async function isFilled(prepared: Pick<Prepared, "stage">): Promise<void> {
  await until(async () => (await poolOf(prepared))["available_count"] === 2);
}

/** One session is acquired from the pool, with these members. */
function acquires(part: Json = {}, output: RegExp = /./): Scene {
  return {
    prepare: async (prepared) => {
      await prepared.stage.world.free("/browsers", "shop");
      await isFilled(prepared);
    },
    effect: async (ran) => {
      expect(await acquired(ran)).toEqual([expect.objectContaining(part)]);
      expect(ran.result.stdout).toMatch(output);
    },
    restore: endAcquired,
  };
}

/** The session `shop` was acquired, and has ended; its browser is idle or is replaced. */
const releases: Scene = {
  prepare: async ({ stage }) => {
    await stage.world.free("/browsers", "shop");
    await stage.send("POST", `/browser_pools/${POOL}/acquire`, {
      json: { name: "shop", acquire_timeout_seconds: 60 },
    });
  },
  effect: async (ran) => {
    expect(await acquired(ran)).toEqual([]);
    await isFilled(ran);
  },
  restore: endAcquired,
};

/** Settings that an update has changed. */
function settings(part: Json): Scene {
  return {
    effect: async (ran) => expect((await poolOf(ran))["browser_pool_config"]).toMatchObject(part),
    restore: ({ stage }) => stage.send("DELETE", `/browser_pools/${POOL}`),
  };
}

/** Scenes of browser pools. */
export const poolScenes: Scenes = {
  "browsers create shop --pool checkout": acquires({ name: "shop" }),
  "pools acquire checkout": acquires(),
  "pools acquire checkout shop -q": acquires({ name: "shop" }, /^[a-z0-9]{24}\n$/),
  "pools acquire checkout --acquire-timeout 30s --tag team=web -o env": acquires(
    { tags: { team: "web" } },
    /^export BROWSERCTL_BROWSER_ID=/m,
  ),
  "pools release": releases,
  "pools update checkout --size 3": settings({ size: 3 }),
  "pools update checkout --headless --discard-all-idle": settings({ headless: true }),
  "pools flush checkout": {
    prepare: isFilled,
    effect: isFilled,
  },
  "pools flush checkout --dry-run": {
    effect: ({ result, stage }) => expect(result.stdout).toContain(`${stage.baseUrl}/browser_pools/${POOL}/flush`),
  },
};
