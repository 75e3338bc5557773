import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { createKey, ownProjectId } from "../../support/service/api-keys.ts";
import { callApi, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { noteOf, PoolCalls } from "./support/pool-calls.ts";

let service: TestService;
let calls: PoolCalls;
let memory = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser({ availableMemory: () => memory, idleStopSeconds: 0 });
  calls = new PoolCalls(service);
});
afterAll(() => service.stop());
afterEach(async () => {
  memory = Number.POSITIVE_INFINITY;
  service.faults.clear();
  await calls.clear();
});

/** Note of a pool, once it has one. */
const problemOf = (id: string): Promise<string> =>
  until(
    async () => noteOf(await service.api("GET", `/browser_pools/${id}`)),
    (note) => note !== "",
  );
const failedStarts = (id: string): number =>
  service.log.filter((line) => line.includes(`of pool ${id} did not start`)).length;

test("a start that fails is repeated after a delay that grows, and its error is shown until one succeeds", async () => {
  let attempts = 0;
  service.faults.inject("chromium-start", {
    error: () => {
      attempts += 1;
      return new Error("no browser today");
    },
  });
  service.clock.pin();
  const { id } = await calls.create({ size: 3 });
  expect(await problemOf(id)).toBe("a browser did not start: no browser today");
  const empty = await calls.send(id, "acquire", { acquire_timeout_seconds: 0 });
  expect([empty.status, noteOf(empty)]).toEqual([204, "a browser did not start: no browser today"]);
  // Two browsers start at a time; then one alone tries again.
  await until(() => attempts === 2);
  for (const [delayMs, wanted] of [
    [1_000, 3],
    [2_000, 4],
    [4_000, 5],
  ] as const) {
    await service.clock.advance(delayMs - 1);
    expect(attempts).toBe(wanted - 1);
    await service.clock.advance(1);
    await until(() => attempts === wanted);
    await until(() => failedStarts(id) === wanted - 1);
  }
  service.faults.clear();
  await service.clock.advance(8_000);
  await calls.has(id, 3);
  expect(noteOf(await service.api("GET", `/browser_pools/${id}`))).toBe("");
  service.clock.unpin();
});

test("an update tries again at once", async () => {
  service.faults.inject("chromium-start", { error: () => new Error("no browser today"), times: 1 });
  service.clock.pin();
  const { id } = await calls.create();
  await problemOf(id);
  await service.api("PATCH", `/browser_pools/${id}`, { json: { timeout_seconds: 100 } });
  await calls.has(id, 1);
  service.clock.unpin();
});

test("ended browsers are replaced at the fill rate", async () => {
  service.clock.pin();
  const { id } = await calls.full({ size: 4, fill_rate_per_minute: 50 });
  for (const _ of [1, 2, 3]) {
    const { session_id } = await calls.acquire(id);
    await calls.release(id, session_id, false);
  }
  // Two may be replaced in a minute; the third waits for half a minute.
  await calls.has(id, 3);
  await service.clock.advance(29_999);
  expect(await calls.get(id)).toMatchObject({ available_count: 3 });
  await service.clock.advance(1);
  await calls.has(id, 4);
  service.clock.unpin();
});

test("a fill rate of 0 replaces nothing, and a flush still does", async () => {
  const { id } = await calls.full({ size: 2, fill_rate_per_minute: 0 });
  const { session_id } = await calls.acquire(id);
  await service.api("DELETE", `/browsers/${session_id}`);
  await service.clock.advance(3_600_000);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 0 });
  await calls.send(id, "flush");
  await calls.has(id, 1);
});

test("memory that is missing is the shown reason, and the pool fills when it is there", async () => {
  memory = 0;
  const { id } = await calls.create();
  expect(await problemOf(id)).toMatch(/^a browser did not start: not enough memory for another browser: 0 MiB/);
  memory = Number.POSITIVE_INFINITY;
  await service.clock.advance(60_000);
  await calls.has(id, 1);
});

test("browsers of a pool count toward the limit of sessions of the project, idle ones too", async () => {
  const path = `/org/projects/${await ownProjectId(service)}/limits`;
  await service.api("PATCH", path, { json: { max_concurrent_sessions: 2 } });
  const { id } = await calls.create({ size: 3 });
  await calls.has(id, 2);
  expect(await problemOf(id)).toMatch(/already runs 2 sessions, and 2 is its limit/);
  const refused = await service.api("POST", "/browsers", { json: {} });
  expect(refused).toMatchObject({ status: 429, body: { code: "project_limit_reached" } });
  const { session_id } = await calls.acquire(id);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 1 });
  await calls.release(id, session_id);
  await service.api("PATCH", path, { json: { max_concurrent_sessions: 0 } });
  await service.clock.advance(60_000);
  await calls.has(id, 3);
});

test.each([
  ["profile", "/profiles", { name: "gone" }, () => ({ profile: { name: "gone" } }), "profile.id"],
  [
    "proxy",
    "/proxies",
    { type: "custom", config: { host: "127.0.0.1", port: 9 } },
    (id: string) => ({ proxy_id: id }),
    "proxy_id",
  ],
] as const)(
  "a deleted %s that a pool names is the shown reason; its idle browsers stay",
  async (noun, list, json, settings, field) => {
    const { body } = await service.api("POST", list, { json });
    const { id } = await calls.full(settings(body.id));
    expect((await service.api("DELETE", `${list}/${body.id}`)).status).toBe(204);
    // A later one of the same name is another one.
    const { body: later } = await service.api("POST", list, { json });
    const { session_id } = await calls.acquire(id);
    await calls.release(id, session_id, false);
    expect(await problemOf(id)).toBe(`a browser did not start: ${field}: there is no ${noun} "${body.id}"`);
    const without = noun === "profile" ? { profile: { id: "" } } : { proxy_id: "" };
    await service.api("PATCH", `/browser_pools/${id}`, { json: without });
    await calls.has(id, 1);
    await service.api("DELETE", `${list}/${later.id}`);
  },
);

test("a profile that is saved replaces the idle browsers of its pool, unless it refreshes nothing", async () => {
  const { body: profile } = await service.api("POST", "/profiles", { json: { name: "kept" } });
  const flushed = (): number => service.log.filter((line) => line.endsWith("the profile of its pool was saved")).length;
  const save = async (): Promise<void> => {
    const { session_id } = await service.create({ profile: { name: "kept", save_changes: true } });
    expect((await service.api("DELETE", `/browsers/${session_id}`)).status).toBe(204);
  };
  const { id } = await calls.full({ profile: { id: profile.id } });
  await save();
  await until(() => flushed() === 1);
  await calls.has(id, 1);
  await service.api("PATCH", `/browser_pools/${id}`, { json: { refresh_on_profile_update: false } });
  await save();
  expect(flushed()).toBe(1);
  await calls.delete(id);
  await service.api("DELETE", `/profiles/${profile.id}`);
});

test("a reason with facts of the machine is for keys of the organization", async () => {
  const project_id = await ownProjectId(service);
  const { key, id: keyId } = await createKey(service, { name: "of one project", project_id });
  service.faults.inject("chromium-start", {
    error: () => Object.assign(new Error(`spawn ${service.stateDir} ENOENT`), { errno: -2, code: "ENOENT" }),
  });
  const { id } = await calls.create();
  await problemOf(id);
  const note = noteOf(await callApi(service.baseUrl, key, "GET", `/browser_pools/${id}`));
  expect(note).toMatch(/^a browser did not start: /);
  expect(note).not.toContain(service.stateDir);
  await service.api("DELETE", `/org/api_keys/${keyId}`);
});
