import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiKeys } from "../../../src/service/access/api-keys.ts";
import type { Credential } from "../../../src/service/access/credential.ts";
import { InvocationTokens } from "../../../src/service/access/invocation-tokens.ts";
import { brokenKey, maskedKey, newApiKey } from "../../../src/service/access/key-format.ts";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service/service.ts";

const DAY_MS = 86_400_000;
let root: Credential;
let stateDir: string;
let clock: Clock;
let faults: Faults;
let store: Store;
let projects: Projects;
let keys: ApiKeys;
beforeEach(async () => {
  stateDir = await tempDir();
  clock = new Clock(Date.UTC(2026, 0, 31, 12));
  faults = new Faults();
  store = new Store({ stateDir, clock, faults, log: () => {}, tables });
  projects = new Projects({ store, clock });
  keys = new ApiKeys({ store, clock, projects });
  keys.setStartUp("token of the start-up key");
  root = callerOf("token of the start-up key");
});
afterEach(() => {
  store.close();
  rmSync(stateDir, { recursive: true });
});

/** Sender of a request with a key. */
function callerOf(text: string): Credential {
  const found = keys.find(text);
  if (found?.state !== "valid") throw new Error(`the key is ${found?.state ?? "unknown"}`);
  const { id, name, projectScope: projectId } = found.key;
  return { id, kind: "api_key", name, keyId: id, projectId, invocationId: null, connectionId: null };
}

/** Names of all keys that were not deleted, beside the start-up key. */
const names = (): string[] =>
  keys
    .list(root, { sort_by: "name" })
    .items.filter(({ startUp }) => !startUp)
    .map(({ name }) => name);

const works = (key: string): boolean => keys.find(key)?.state === "valid";

test("a key is found by its text, and only its hash is on the disk", () => {
  const { key, stored } = keys.create(root, { name: "ci" });
  expect(keys.find(key)).toEqual({ state: "valid", key: stored });
  expect(keys.find(`${key} `)).toBeUndefined();
  expect(keys.find(stored.maskedKey)).toBeUndefined();
  store.close();
  for (const name of readdirSync(stateDir)) {
    expect(readFileSync(join(stateDir, name)).includes(key.slice("bctl_".length)), name).toBe(false);
  }
});

test("a key has a form that a scanner can find; its mask shows the beginning and the end", () => {
  const key = newApiKey();
  expect(key).toMatch(/^bctl_[0-9a-f]{48}$/);
  expect(maskedKey(key)).toBe(`${key.slice(0, 9)}...${key.slice(-4)}`);
  expect(maskedKey("abcdefghijklmnop")).toBe("abcd...mnop");
  expect(brokenKey(key)).toBeUndefined();
  expect(brokenKey(key.slice(0, -1))).toBe("it has 52 of 53 characters");
  expect(brokenKey(`${key.slice(0, -1)}Z`)).toBe("it has a character that no API key has");
  expect(brokenKey("any other token")).toBeUndefined();
});

describe("the start-up key", () => {
  test("the start-up key stays the same over restarts; another token replaces it", () => {
    keys.setStartUp("first-token-of-the-service");
    const first = keys.find("first-token-of-the-service");
    keys.setStartUp("first-token-of-the-service");
    expect(keys.find("first-token-of-the-service")).toEqual(first);
    expect(first).toMatchObject({ key: { name: "start-up key", maskedKey: "firs...vice", expiresAt: null } });
    keys.setStartUp("second");
    expect(works("first-token-of-the-service")).toBe(false);
    expect(works("second")).toBe(true);
    expect(keys.list(root, { status: "all" }).items).toHaveLength(1);
  });
});

describe("rotation", () => {
  test("both keys work until the end of the grace period, then only the new one", async () => {
    const old = keys.create(root, { name: "ci", days_to_expire: 30 });
    const made = keys.rotate(root, old.stored.id, { expire_in_days: 2 });
    expect(made.stored).toMatchObject({ name: "ci", lifetimeDays: 30, expiresAt: clock.now() + 30 * DAY_MS });
    await clock.advance(2 * DAY_MS - 1);
    expect([works(old.key), works(made.key)]).toEqual([true, true]);
    await clock.advance(1);
    expect([works(old.key), works(made.key)]).toEqual([false, true]);
    await clock.advance(28 * DAY_MS);
    expect(works(made.key)).toBe(false);
  });

  test("a grace period of 0 ends the old key at once; the default is 7 days", async () => {
    const first = keys.create(root, { name: "a" });
    keys.rotate(root, first.stored.id, { expire_in_days: 0 });
    expect(works(first.key)).toBe(false);
    for (const body of [{}, { expire_in_days: null }]) {
      const { stored } = keys.create(root, { name: "b" });
      keys.rotate(root, stored.id, body);
      expect(keys.require(root, stored.id).expiresAt).toBe(clock.now() + 7 * DAY_MS);
    }
  });

  test("a rotation never lets the old key live longer than before", () => {
    const old = keys.create(root, { name: "a", days_to_expire: 3 });
    keys.rotate(root, old.stored.id, { days_to_expire: 30, expire_in_days: 20 });
    expect(keys.require(root, old.stored.id).expiresAt).toBe(clock.now() + 3 * DAY_MS);
  });

  test("the new key has the requested lifetime: none for null, that of the old key by default", () => {
    const { stored } = keys.create(root, { name: "a", days_to_expire: 30 });
    const next = keys.rotate(root, stored.id, { days_to_expire: 10 });
    expect(next.stored.expiresAt).toBe(clock.now() + 10 * DAY_MS);
    const endless = keys.rotate(root, next.stored.id, { days_to_expire: null });
    expect(endless.stored.expiresAt).toBeNull();
    expect(keys.rotate(root, endless.stored.id, {}).stored.expiresAt).toBeNull();
  });

  test("a lifetime shorter than the grace period is refused and changes nothing", () => {
    const { stored } = keys.create(root, { name: "a", days_to_expire: 5 });
    for (const body of [{}, { expire_in_days: 6 }, { days_to_expire: 7, expire_in_days: 8 }]) {
      expect(() => keys.rotate(root, stored.id, body)).toThrow(
        expect.objectContaining({ kind: "invalid", problems: [expect.objectContaining({ path: "days_to_expire" })] }),
      );
    }
    expect(keys.require(root, stored.id)).toEqual(stored);
    expect(keys.rotate(root, stored.id, { expire_in_days: 5 }).stored.lifetimeDays).toBe(5);
  });

  test("keys made by a key, and their streams, end sooner when its replacement does", async () => {
    const key = keys.create(root, { name: "a" });
    const child = keys.create(callerOf(key.key), { name: "b" });
    let ends = 0;
    keys.watch(child.stored.id, () => {
      ends += 1;
    });
    const next = keys.rotate(root, key.stored.id, { days_to_expire: 2, expire_in_days: 1 });
    expect(keys.require(root, child.stored.id).expiresAt).toBe(next.stored.expiresAt);
    await clock.advance(2 * DAY_MS - 1);
    expect([works(next.key), works(child.key), ends]).toEqual([true, true, 0]);
    await clock.advance(1);
    expect([works(next.key), works(child.key), ends]).toEqual([false, false, 1]);
  });

  test("a key that ended while its request arrived makes and changes nothing", async () => {
    const key = keys.create(root, { name: "a", days_to_expire: 1 });
    const late = callerOf(key.key);
    await clock.advance(DAY_MS);
    const refused = expect.objectContaining({ kind: "forbidden" });
    expect(() => keys.create(late, { name: "b" })).toThrow(refused);
    expect(() => keys.rotate(late, key.stored.id, {})).toThrow(refused);
    expect(names()).toEqual(["a"]);
  });

  test("a key is rotated once; the second time names the replacement", () => {
    const { stored } = keys.create(root, { name: "a" });
    const next = keys.rotate(root, stored.id, {});
    expect(() => keys.rotate(root, stored.id, {})).toThrow(
      `API key ${stored.id} was rotated already; its replacement is ${next.stored.id}; ` +
        `end it at once with: browserctl api-keys delete ${stored.id}`,
    );
    expect(names()).toEqual(["a", "a"]);
  });

  test("a full disk leaves the old key unchanged, and makes no new one", () => {
    const { stored, key } = keys.create(root, { name: "a" });
    const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    faults.inject("disk-full", { error: () => full, times: 1 });
    expect(() => keys.rotate(root, stored.id, {})).toThrow("no space left");
    expect(keys.require(root, stored.id)).toEqual(stored);
    expect(names()).toEqual(["a"]);
    expect(works(key)).toBe(true);
  });
});

describe("what was opened with a key", () => {
  const opened = (id: string): { ends: number } => {
    const stream = { ends: 0 };
    keys.watch(id, () => {
      stream.ends += 1;
    });
    return stream;
  };

  test("a stream ends once when its key is deleted; streams of other keys continue", () => {
    const [one, other] = [keys.create(root, { name: "a" }), keys.create(root, { name: "b" })];
    const [ended, going] = [opened(one.stored.id), opened(other.stored.id)];
    keys.delete(root, one.stored.id);
    expect([ended.ends, going.ends]).toEqual([1, 0]);
  });

  test("a stream ends when the project of its key is deleted; a full disk undoes the deletion", () => {
    const project = projects.create("shop");
    const { key, stored } = keys.create(root, { name: "a", project_id: project.id });
    const stream = opened(stored.id);
    const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    faults.inject("disk-full", { error: () => full, times: 1 });
    expect(() => projects.delete(project)).toThrow("no space left");
    expect([works(key), stream.ends]).toEqual([true, 0]);
    projects.delete(project);
    expect([keys.find(key), stream.ends]).toEqual([{ state: "project-deleted" }, 1]);
  });

  test("a stream ends when its key expires by the service's clock, also when a rotation made that sooner", async () => {
    const short = keys.create(root, { name: "a", days_to_expire: 1 });
    const long = keys.create(root, { name: "b" });
    const [first, second] = [opened(short.stored.id), opened(long.stored.id)];
    keys.rotate(root, long.stored.id, { expire_in_days: 3 });
    await clock.advance(DAY_MS);
    expect([first.ends, second.ends]).toEqual([1, 0]);
    await clock.advance(2 * DAY_MS);
    expect([first.ends, second.ends]).toEqual([1, 1]);
  });

  test.each([
    ["back", (now: number) => [now - 400 * DAY_MS]],
    ["back and forth", (now: number) => [now - 400 * DAY_MS, now, now - DAY_MS, now + DAY_MS]],
    ["forth and back", (now: number) => [now + DAY_MS, now - 3 * DAY_MS]],
  ])(
    "a key's end follows the time of day when the clock is set %s: neither earlier nor later than the key",
    async (_, times) => {
      const { key, stored } = keys.create(root, { name: "a", days_to_expire: 2 });
      const stream = opened(stored.id);
      for (const time of times(clock.now())) {
        await clock.set(time);
        expect([works(key), stream.ends]).toEqual([true, 0]);
      }
      await clock.set((stored.expiresAt ?? 0) - 1);
      expect([works(key), stream.ends]).toEqual([true, 0]);
      await clock.advance(1);
      expect([works(key), stream.ends]).toEqual([false, 1]);
      await clock.set(clock.now() - DAY_MS);
      expect([works(key), stream.ends]).toEqual([true, 1]);
      expect(opened(stored.id).ends).toBe(0);
    },
  );

  test("a stream that has ended by itself is not ended again", () => {
    const { stored } = keys.create(root, { name: "a" });
    let ends = 0;
    const stop = keys.watch(stored.id, () => {
      ends += 1;
    });
    stop();
    keys.delete(root, stored.id);
    expect(ends).toBe(0);
  });

  test("a stream ends at once when its key is already invalid at the start", () => {
    const { stored } = keys.create(root, { name: "a" });
    keys.delete(root, stored.id);
    expect(opened(stored.id).ends).toBe(1);
  });
});

describe("tokens of invocations", () => {
  test("a token that could not be removed from a full disk is invalid", () => {
    const tokens = new InvocationTokens({ store, clock });
    const projectScope = new Projects({ store, clock }).default().id;
    const token = tokens.add({ token: "over", projectScope, invocationId: "i" });
    const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    faults.inject("disk-full", { error: () => full, times: 1 });
    expect(() => tokens.delete(token)).toThrow("no space left");
    expect(tokens.find("over")).toBeUndefined();
  });

  test("a token of an invocation cannot create, rename, delete or rotate keys, which would outlive it", () => {
    const { stored } = keys.create(root, { name: "a" });
    const invocation: Credential = { ...root, kind: "invocation" };
    const refused = expect.objectContaining({ kind: "forbidden" });
    expect(() => keys.create(invocation, { name: "b" })).toThrow(refused);
    expect(() => keys.rename(invocation, stored.id, "b")).toThrow(refused);
    expect(() => keys.delete(invocation, stored.id)).toThrow(refused);
    expect(() => keys.rotate(invocation, stored.id, {})).toThrow(refused);
    expect(keys.require(invocation, stored.id)).toEqual(stored);
    expect(names()).toEqual(["a"]);
  });
});
