import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { PoolCalls } from "./support/pool-calls.ts";

let service: TestService;
let calls: PoolCalls;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  calls = new PoolCalls(service);
});
afterAll(() => service.stop());
afterEach(() => calls.clear());

const create = (json: object): Promise<Answer> => service.api("POST", "/browser_pools", { json });
const patch = (id: string, json: object): Promise<Answer> => service.api("PATCH", `/browser_pools/${id}`, { json });
const pidOf = async (session: string): Promise<number> =>
  (await service.api("GET", `/_local/browsers/${session}`)).body.pid;

/** Process of the only browser of a pool, which is acquired for that and released. */
async function idlePid(id: string): Promise<number> {
  const { session_id } = await calls.acquire(id);
  const pid = await pidOf(session_id);
  await calls.release(id, session_id);
  return pid;
}

test("a name is unique, and pools are found by it, by a part of it and by their region", async () => {
  const one = await calls.create({ name: "Checkout" });
  const two = await calls.create({ name: "checks", region: "eu-west" });
  expect(await create({ size: 1, name: "checks" })).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await patch(one.id, { name: "checks" })).toMatchObject({ status: 409, body: { code: "conflict" } });
  const list = async (query: string): Promise<string[]> =>
    (await service.api("GET", `/browser_pools?${query}`)).body.map((each: { id: string }) => each.id);
  expect(await list("")).toEqual([two.id, one.id]);
  expect(await list("name=checkout")).toEqual([one.id]);
  expect(await list("query=check")).toEqual([two.id, one.id]);
  expect(await list(`query=${one.id}`)).toEqual([one.id]);
  expect(await list("region=eu-west")).toEqual([two.id]);
  expect((await calls.get("Checkout")).id).toBe(one.id);
  expect((await service.api("GET", "/browser_pools/nope")).body).toMatchObject({ code: "not_found" });
});

test("an update keeps what it omits, and clears by the empty values of the contract", async () => {
  const { body: profile } = await service.api("POST", "/profiles", { json: { name: "work" } });
  const config = { host: "127.0.0.1", port: 9 };
  const { body: proxy } = await service.api("POST", "/proxies", { json: { type: "custom", config } });
  const { id } = await calls.create({
    name: "all",
    profile: { name: "work" },
    proxy_id: proxy.id,
    start_url: "https://example.com/",
  });
  const made = await calls.get(id);
  expect(made).toMatchObject({ profile_id: profile.id, extension_ids: [] });
  expect(made.browser_pool_config).toMatchObject({
    profile: { name: "work" },
    refresh_on_profile_update: true,
    proxy_id: proxy.id,
    start_url: "https://example.com/",
  });
  const same = await patch(id, { name: "", network: {}, chrome_policy: {} });
  expect(same.body.browser_pool_config).toEqual(made.browser_pool_config);
  const off = await patch(id, { refresh_on_profile_update: false });
  expect(off.body.browser_pool_config.refresh_on_profile_update).toBe(false);
  const cleared = await patch(id, { profile: { id: "" }, proxy_id: "", start_url: "", extensions: [] });
  expect(cleared.body).not.toHaveProperty("profile_id");
  expect(Object.keys(cleared.body.browser_pool_config)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(profile|proxy_id|start_url|extensions)$/)]),
  );
  await service.api("DELETE", `/profiles/${profile.id}`);
  await service.api("DELETE", `/proxies/${proxy.id}`);
});

test("settings that exclude each other, unknown references and fields of hosted services are refused", async () => {
  const problem = async (json: object): Promise<unknown> => {
    const { status, body } = await create({ size: 1, ...json });
    return [status, body.details?.[0]?.message];
  };
  expect(await problem({ refresh_on_profile_update: true })).toEqual([
    400,
    "refresh_on_profile_update: needs a profile",
  ]);
  expect(await problem({ profile: { name: "no" } })).toEqual([400, 'profile.name: there is no profile "no"']);
  expect(await problem({ profile: {} })).toEqual([400, "profile: must have exactly one of id and name"]);
  expect(await problem({ proxy_id: "no" })).toEqual([400, 'proxy_id: there is no proxy "no"']);
  expect(await problem({ extensions: [{ id: "no" }] })).toEqual([400, 'extensions[0].id: there is no extension "no"']);
  expect(await problem({ chrome_policy: { ProxyMode: "direct" } })).toEqual([
    400,
    expect.stringMatching(/^chrome_policy.ProxyMode: cannot be set/),
  ]);
  expect((await service.api("GET", "/browser_pools")).body).toEqual([]);
});

test("a larger pool starts more browsers at once, and a smaller one ends its idle ones", async () => {
  const { id } = await calls.full({ size: 1, fill_rate_per_minute: 0 });
  expect((await patch(id, { size: 3 })).body.browser_pool_config.size).toBe(3);
  await calls.has(id, 3);
  const { session_id } = await calls.acquire(id);
  await patch(id, { size: 1 });
  expect(await calls.get(id)).toMatchObject({ available_count: 0, acquired_count: 1 });
  await calls.release(id, session_id);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 0 });
});

test("browsers that run keep their settings; discard_all_idle replaces the idle ones", async () => {
  const { id } = await calls.full({ timeout_seconds: 100 });
  const pid = await idlePid(id);
  await patch(id, { timeout_seconds: 200 });
  const old = await calls.acquire(id);
  expect(old.timeout_seconds).toBe(100);
  await patch(id, { discard_all_idle: true });
  await calls.release(id, old.session_id);
  expect(await idlePid(id)).toBe(pid);
  expect((await patch(id, { discard_all_idle: true })).status).toBe(200);
  const fresh = await calls.acquire(id, { acquire_timeout_seconds: 60 });
  expect(fresh.timeout_seconds).toBe(200);
  expect(await pidOf(fresh.session_id)).not.toBe(pid);
});

test("a browser that starts while the idle ones are discarded is discarded too", async () => {
  const end = service.faults.inject("chromium-start", { delayMs: 500, times: 1 });
  const { id } = await calls.create({ timeout_seconds: 100, fill_rate_per_minute: 0 });
  await until(() => !service.faults.isArmed("chromium-start"));
  await patch(id, { timeout_seconds: 200, discard_all_idle: true });
  expect((await calls.acquire(id, { acquire_timeout_seconds: 60 })).timeout_seconds).toBe(200);
  end();
});

test("a flush replaces the idle browsers and leaves the acquired ones", async () => {
  const { id } = await calls.full({ size: 2, fill_rate_per_minute: 0 });
  const { session_id } = await calls.acquire(id);
  const pid = await pidOf(session_id);
  const answer = await calls.send(id, "flush");
  expect(answer.status, answer.text).toBe(204);
  await calls.has(id, 1);
  expect(await pidOf(session_id)).toBe(pid);
  expect(service.log.filter((line) => line.endsWith("its pool was flushed"))).toHaveLength(1);
});

test("a deletion is refused while browsers are acquired, and ends them when it is forced", async () => {
  const { id } = await calls.full({ name: "busy", size: 2 });
  const { session_id } = await calls.acquire(id);
  const refused = await service.api("DELETE", "/browser_pools/busy");
  expect(refused).toMatchObject({ status: 409, body: { code: "resource_in_use" } });
  expect(refused.body.message).toMatch(/^1 browser of the pool is acquired/);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 1 });
  const forced = await service.api("DELETE", "/browser_pools/busy", { json: { force: true } });
  expect(forced.status, forced.text).toBe(204);
  const ended = await service.api("GET", `/browsers/${session_id}`);
  expect(ended.body.message).toMatch(/its pool was deleted$/);
  expect((await service.api("DELETE", "/browser_pools/busy")).status).toBe(404);
});

test("a project with a pool is neither archived nor deleted", async () => {
  const { body: project } = await service.api("POST", "/org/projects", { json: { name: "pooled" } });
  const headers = { "X-Kernel-Project": "pooled" };
  const { body: pool } = await service.api("POST", "/browser_pools", { headers, json: { size: 1, headless: true } });
  const path = `/org/projects/${project.id}`;
  const archived = await service.api("PATCH", path, { json: { status: "archived" } });
  expect(archived).toMatchObject({ status: 409, body: { code: "resource_in_use" } });
  expect(archived.body.message).toContain("1 browser pool");
  expect((await service.api("DELETE", path)).body.code).toBe("project_not_empty");
  expect((await service.api("DELETE", `/browser_pools/${pool.id}`, { headers })).status).toBe(204);
  expect((await service.api("DELETE", path)).status).toBe(204);
});

test("another project finds neither a pool nor its sessions, and cannot release one", async () => {
  const { id } = await calls.full({ name: "ours" });
  const { session_id } = await calls.acquire(id);
  const { body: project } = await service.api("POST", "/org/projects", { json: { name: "other" } });
  const headers = { "X-Kernel-Project": "other" };
  for (const path of [id, "ours"]) {
    for (const [verb, json] of [
      ["acquire", {}],
      ["release", { session_id }],
      ["flush", {}],
    ] as const) {
      const answer = await service.api("POST", `/browser_pools/${path}/${verb}`, { headers, json });
      expect(answer, verb).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
  }
  const { body: theirs } = await service.api("POST", "/browser_pools", { headers, json: { size: 1, headless: true } });
  const path = `/browser_pools/${theirs.id}`;
  const answer = await service.api("POST", `${path}/release`, { headers, json: { session_id } });
  expect(answer.body.details[0].message).toBe(`session_id: there is no session "${session_id}"`);
  expect(await calls.sessions()).toEqual([session_id]);
  await service.api("DELETE", path, { headers });
  await service.api("DELETE", `/org/projects/${project.id}`);
});
