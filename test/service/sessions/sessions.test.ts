import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { type Answer, processesOf, startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { endSessions, type SessionService, startSessionService } from "./support/session-service.ts";

let its: SessionService;
let service: TestService;
/** Service with stand-in browsers, for tests that never look into a browser. */
let plain: TestService;
let pages: Server;
let pageUrl: string;
beforeAll(async () => {
  [its, plain] = await Promise.all([startSessionService(), startServiceWithFakeBrowser()]);
  ({ service, pages, pageUrl } = its);
});
afterAll(() => Promise.all([its.stop(), plain.stop()]));
afterEach(async () => {
  for (const each of [service, plain]) await endSessions(each);
});

describe("list", () => {
  const ids = (answer: Answer): string[] => answer.body.map((one: { session_id: string }) => one.session_id);

  test("a list of sessions has status, search, tags, region and pages, the newest first", async () => {
    const a = await plain.create({ name: "Alpha", tags: { team: "a", env: "ci" }, region: "us-east" });
    const b = await plain.create({ name: "beta", tags: { team: "a" } });
    const c = await plain.create({ name: "gamma" });
    await plain.api("DELETE", `/browsers/${b.session_id}`);
    const list = async (query: string): Promise<string[]> => ids(await plain.api("GET", `/browsers?${query}`));
    expect(await list("")).toEqual([c.session_id, a.session_id]);
    expect(await list("status=all&limit=3")).toEqual([c.session_id, b.session_id, a.session_id]);
    expect((await list("status=deleted"))[0]).toBe(b.session_id);
    expect(await list("include_deleted=true&limit=3")).toContain(b.session_id);
    expect(await list("query=ALPH")).toEqual([a.session_id]);
    expect(await list("query=amma")).toEqual([c.session_id]);
    expect(await list(`query=${a.session_id}`)).toEqual([a.session_id]);
    expect(await list(`query=${a.session_id.slice(0, 10)}`)).toEqual([]);
    expect(await list("tags[team]=a")).toEqual([a.session_id]);
    expect(await list("tags%5Bteam%5D=a&tags%5Benv%5D=ci")).toEqual([a.session_id]);
    expect(await list("tags[team]=a&tags[env]=no")).toEqual([]);
    expect(await list("region=us-east")).toEqual([a.session_id]);
    const first = await plain.api("GET", "/browsers?limit=1");
    expect(ids(first)).toEqual([c.session_id]);
    expect([first.headers.get("x-has-more"), first.headers.get("x-next-offset")]).toEqual(["true", "1"]);
    const last = await plain.api("GET", "/browsers?limit=1&offset=1");
    expect(ids(last)).toEqual([a.session_id]);
    expect([last.headers.get("x-has-more"), last.headers.get("x-next-offset")]).toEqual(["false", "0"]);
    expect(await list("offset=100")).toEqual([]);
  });
});

describe("update", () => {
  test("an update changes name, tags, viewport and telemetry; omitted settings stay", async () => {
    const made = await service.create({ name: "first", tags: { a: "1" }, telemetry: { enabled: true } });
    await service.create({ name: "taken" });
    const patch = async (json: unknown): Promise<Answer> =>
      await service.api("PATCH", `/browsers/${made.session_id}`, { json });
    expect((await patch({})).body).toMatchObject({ name: "first", tags: { a: "1" } });
    expect((await patch({ name: "second" })).body).toMatchObject({ name: "second", tags: { a: "1" } });
    expect((await service.api("GET", "/browsers/first")).status).toBe(404);
    expect((await patch({ name: "taken" })).status).toBe(409);
    expect((await patch({ name: "second" })).status).toBe(200);
    expect((await patch({ tags: { b: "2" } })).body.tags).toEqual({ b: "2" });
    expect((await patch({ tags: {} })).body).not.toHaveProperty("tags");
    expect((await patch({ name: "" })).body).not.toHaveProperty("name");
    expect((await service.api("GET", "/browsers/second")).status).toBe(404);
    expect((await patch({ telemetry: { browser: { page: { enabled: true } } } })).body.telemetry.browser).toMatchObject(
      {
        control: { enabled: true },
        page: { enabled: true },
      },
    );
    expect((await patch({ telemetry: { enabled: false } })).body.telemetry).toBeNull();
    const sized = await patch({ viewport: { width: 500, height: 400 } });
    expect(sized.body.viewport).toEqual({ width: 500, height: 400 });
    const shot = await fetchPng(made.session_id);
    expect([shot.readUInt32BE(16), shot.readUInt32BE(20)]).toEqual([500, 400]);
    expect((await patch({ timeout_seconds: 100 })).status).toBe(400);
    expect((await patch({ proxy: { mode: "default" }, disable_default_proxy: true })).status).toBe(400);
  });

  test("an update to a taken name does not change the proxy and the browser", async () => {
    const { session_id } = await plain.create();
    await plain.create({ name: "taken" });
    const path = `/browsers/${session_id}`;
    const stored = await plain.api("POST", "/proxies", {
      json: { type: "custom", config: { host: "127.0.0.1", port: 3128 } },
    });
    const browser = async (): Promise<number> => (await plain.api("GET", `/_local${path}`)).body.pid;
    const before = await browser();
    const answer = await plain.api("PATCH", path, { json: { name: "taken", proxy: { id: stored.body.id } } });
    expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
    expect((await plain.api("GET", path)).body).not.toHaveProperty("proxy");
    expect(await browser()).toBe(before);
  });
});

describe("end", () => {
  test("a deleted session is 404 with time and reason, and can still be shown", async () => {
    const { session_id } = await plain.create({ name: "short" });
    const ended = await plain.api("DELETE", "/browsers/short");
    expect(ended.status).toBe(204);
    const path = `/browsers/${session_id}`;
    const calls: [string, string, unknown?][] = [
      ["GET", path],
      ["DELETE", path],
      ["PATCH", path, {}],
      ["POST", `${path}/curl`, { url: pageUrl }],
      ["POST", `${path}/computer/screenshot`],
    ];
    for (const [method, url, json] of calls) {
      const answer = await plain.api(method, url, json === undefined ? {} : { json });
      expect(answer, `${method} ${url}`).toMatchObject({ status: 404, body: { code: "browser_deleted" } });
      expect(answer.body.message).toMatch(/ ended at \d{4}-\d\d-\d\dT.*: it was deleted$/);
    }
    const shown = await plain.api("GET", `${path}?include_deleted=true`);
    expect(shown.body).toMatchObject({ session_id, name: "short", deleted_at: expect.any(String) });
    expect(shown.body.usage.uptime_ms).toBe(Date.parse(shown.body.deleted_at) - Date.parse(shown.body.created_at));
    expect((await plain.api("GET", `/_local/browsers/${session_id}`)).body).toEqual({
      session_id,
      state: "deleted",
      end_reason: "it was deleted",
    });
    expect((await plain.api("GET", "/browsers/short")).body.code).toBe("browser_deleted");
  });

  test("a browser that is killed ends its session, and running calls give the reason", async () => {
    const { session_id } = await service.create();
    const path = `/browsers/${session_id}`;
    const { pid } = (await service.api("GET", `/_local${path}`)).body;
    const waiting = new Promise((resolve) => pages.once("request", resolve));
    const call = service.api("POST", `${path}/curl`, { json: { url: `${pageUrl}/never` } });
    await waiting;
    process.kill(pid, "SIGKILL");
    const broken = await call;
    expect(broken).toMatchObject({ status: 404, body: { code: "browser_deleted" } });
    expect(broken.body.message).toMatch(/the browser ended unexpectedly: .*SIGKILL/);
    const answer = await service.api("GET", path);
    expect(answer.body.message).toMatch(/the browser ended unexpectedly: .*SIGKILL/);
    expect((await service.api("GET", "/browsers")).body).toEqual([]);
  });

  test("concurrent deletions: one ends the session, the others find it ended", async () => {
    const { session_id } = await plain.create();
    const all = await Promise.all([1, 2, 3].map(() => plain.api("DELETE", `/browsers/${session_id}`)));
    expect(all.map((answer) => answer.status).sort()).toEqual([204, 404, 404]);
  });

  test("a stop waits for the answer of a running call", async () => {
    const busy = await startService();
    busy.faults.inject("before-handler", { delayMs: 300, times: 1 });
    const call = busy.api("GET", "/browsers");
    await until(
      () => busy.faults.isArmed("before-handler"),
      (armed) => !armed,
    );
    const stop = busy.stop();
    expect((await call).status).toBe(200);
    await stop;
  });

  test("concurrent creations and deletions, and a stop in the middle, leave nothing", async () => {
    const busy = await startServiceWithFakeBrowser();
    const calls = Array.from({ length: 6 }, async (_, index) => {
      const made = await busy.api("POST", "/browsers", { json: { name: `s${index}` } }).catch(() => undefined);
      if (made?.status === 200 && index % 2 === 0)
        await busy.api("DELETE", `/browsers/s${index}`).catch(() => undefined);
      return made?.status;
    });
    await until(
      async () => (await processesOf(busy.stateDir)).length,
      (count) => count > 0,
    );
    await busy.stop();
    for (const status of await Promise.all(calls)) expect([200, 503, undefined]).toContain(status);
  });
});

async function fetchPng(id: string): Promise<Buffer> {
  const response = await fetch(`${service.baseUrl}/browsers/${id}/computer/screenshot`, {
    method: "POST",
    headers: { Authorization: `Bearer ${service.token}` },
  });
  return Buffer.from(await response.arrayBuffer());
}
