import { expect } from "vitest";
import type { ListedScript } from "./example-list.ts";
import type { LineResult } from "./example-shell.ts";
import type { ExampleStage } from "./example-stage.ts";

/** Surroundings of a script in a topic of help, and its effect. */
interface ScriptScene {
  readonly prepare?: (stage: ExampleStage) => Promise<unknown>;
  /** Lines after those of the script. */
  readonly more?: string;
  readonly effect: (result: LineResult, stage: ExampleStage) => Promise<unknown>;
  /** Runs in the home that has a service of its own. */
  readonly own?: true;
}

async function sessionIds({ send }: ExampleStage, query: string): Promise<string[]> {
  const { body } = await send("GET", `/browsers?${query}`);
  return (body as { session_id: string }[]).map(({ session_id }) => session_id);
}

const nightly = "tags[job]=nightly";

/** Ends the sessions with the name of the scripts. */
async function withoutShop(stage: ExampleStage): Promise<void> {
  for (const id of await sessionIds(stage, "limit=100")) await stage.send("DELETE", `/browsers/${id}`);
}

async function hasShop({ send }: ExampleStage): Promise<void> {
  expect((await send("GET", "/browsers/shop")).body.name).toBe("shop");
}

/** Scenes by the names of scripts. */
export const scriptScenes: Readonly<Record<string, ScriptScene>> = {
  "help exit-codes: In a script 1": {
    prepare: withoutShop,
    more: "browserctl browsers get shop -q && echo 'it runs'",
    effect: async ({ stdout }, stage) => {
      await hasShop(stage);
      expect(stdout).toContain("it runs");
    },
  },
  "help scripting: Ids 1": {
    more: 'browserctl browsers get "$id" -q; echo "$BROWSERCTL_BROWSER_ID"',
    effect: async ({ stdout }, stage) => {
      const [id = "", ...same] = stdout.trim().split("\n");
      expect(same).toEqual([id]);
      expect((await stage.send("GET", `/browsers/${id}?include_deleted=true`)).body.deleted_at).toBeDefined();
    },
  },
  "help scripting: Ids 2": {
    prepare: ({ send }) => send("POST", "/browsers", { json: { headless: true, tags: { job: "nightly" } } }),
    effect: async (_result, stage) => expect(await sessionIds(stage, nightly)).toEqual([]),
  },
  "help scripting: Conditions 1": {
    prepare: async (stage) => {
      await withoutShop(stage);
      await stage.world.ensure("browsers", "shop");
    },
    effect: async ({ stdout }, stage) => {
      await hasShop(stage);
      expect(stdout).toMatch(/^up\n\S+\n$/);
    },
  },
  "help ci: Job 1": {
    effect: async ({ stdout }) => {
      expect(stdout).toContain('"organization"');
      expect(stdout).toContain("Example shop");
    },
  },
  "help ci: Without a service 1": {
    own: true,
    effect: async ({ stdout }, stage) => {
      expect(stdout).toContain("Example shop");
      expect((await stage.cli(["local", "status"])).code).toBe(5);
      await stage.startService();
    },
  },
};

/** True for a script that needs a service of its own. */
export function needsOwn({ name }: ListedScript): boolean {
  return scriptScenes[name]?.own === true;
}

/** Runs a script of help, and checks its effect. */
export async function runScript(stage: ExampleStage, { name, text }: ListedScript): Promise<void> {
  const scene = scriptScenes[name];
  if (!scene) throw new Error("no check of its effect: add a scene");
  await scene.prepare?.(stage);
  const site = stage.sites.site.url;
  const here = text.replaceAll("https://example.com/health", `${site}/`);
  const result = await stage.shell.run(`${here}\n${scene.more ?? ""}`);
  if (result.code !== 0) throw new Error(`exit ${result.code}: ${result.stderr}`);
  await scene.effect(result, stage);
}
