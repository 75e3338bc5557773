import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Answer, processesOf, startService, type TestService, tempDir } from "../support/service.ts";
import { until } from "../support/until.ts";

let service: TestService;
let pages: Server;
let pageUrl: string;
beforeAll(async () => {
  pages = createServer((request, response) => {
    if (request.url === "/never") return;
    response.setHeader("Content-Type", "text/html").end(`<title>${request.url}</title><body style="background:#00f">`);
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  pageUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  service = await startService();
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await service.stop();
});
/** Every test ends its sessions, and leaves neither a process nor a folder. */
afterEach(async () => {
  const { body } = await service.api("GET", "/browsers?limit=100");
  await Promise.all(body.map((one: { session_id: string }) => service.api("DELETE", `/browsers/${one.session_id}`)));
  const left = async (): Promise<unknown[]> => [
    ...(await readdir(join(service.stateDir, "sessions"))),
    ...(await processesOf(service.stateDir)),
  ];
  expect(await until(left, (list) => list.length === 0)).toEqual([]);
});

describe("create", () => {
  test("a session with the defaults, from an empty body or none", async () => {
    for (const options of [{}, { json: {} }]) {
      const { status, body } = await service.api("POST", "/browsers", options);
      expect(status).toBe(200);
      expect(body.session_id).toMatch(/^[a-z][a-z0-9]{23}$/);
      expect(body).toMatchObject({
        headless: false,
        stealth: false,
        timeout_seconds: 60,
        viewport: { width: 1920, height: 1080 },
        telemetry: null,
      });
      expect(body.cdp_ws_url).toMatch(
        new RegExp(`^ws://127\\.0\\.0\\.1:${service.port}/browsers/${body.session_id}/cdp\\?jwt=[\\w-]{43}$`),
      );
      for (const absent of ["name", "tags", "webdriver_ws_url", "base_url", "deleted_at"]) {
        expect(body).not.toHaveProperty(absent);
      }
    }
  });

  test("what was asked for is reported back, and what has no effect is named", async () => {
    const asked = {
      name: "Büro 😀",
      tags: { team: "a", "": undefined, env: "ci" },
      headless: true,
      stealth: true,
      kiosk_mode: true,
      region: "eu-west",
      timeout_seconds: 600,
      viewport: { width: 800, height: 600, refresh_rate: 30 },
      proxy: { mode: "direct" },
      telemetry: { browser: { console: { enabled: true } } },
      gpu: false,
      extensions: [],
      chrome_policy: {},
    };
    const answer = await service.api("POST", "/browsers", { json: asked });
    expect(answer.status, answer.text).toBe(200);
    const { gpu: _gpu, extensions: _extensions, chrome_policy: _policy, telemetry: _telemetry, ...reported } = asked;
    expect(answer.body).toMatchObject({ ...reported, tags: { team: "a", env: "ci" } });
    expect(answer.body.telemetry.browser.console).toEqual({ enabled: true });
    expect(answer.headers.get("x-browserctl-recorded")).toBe("kiosk_mode,region,viewport.refresh_rate,telemetry");
    const get = await service.api("GET", `/browsers/${encodeURIComponent(asked.name)}`);
    expect(get.body).toEqual({ ...answer.body, usage: expect.anything() });
    expect(get.headers.get("x-browserctl-recorded")).toBeNull();
  });

  test("the page area has the size asked for", async () => {
    const { session_id } = await service.create({ viewport: { width: 641, height: 479 } });
    const shot = await service.api("POST", `/browsers/${session_id}/computer/screenshot`);
    expect(shot.headers.get("content-type")).toBe("image/png");
    // The size that the image's header gives.
    expect([shot.bytes.readUInt32BE(16), shot.bytes.readUInt32BE(20)]).toEqual([641, 479]);
  });

  test.each([
    ["gpu", true],
    ["memory", "8GiB"],
    ["chrome_policy", { HomepageLocation: "about:blank" }],
    ["network", { private_hosts: [] }],
  ])("%s is 501 and named", async (field, value) => {
    const answer = await service.api("POST", "/browsers", { json: { [field]: value, region: "us-east" } });
    expect(answer).toMatchObject({ status: 501, body: { code: "not_supported_locally" } });
    expect(answer.body.message).toContain(field);
    expect(answer.body.details).toEqual([
      { code: "not_supported_locally", message: expect.stringMatching(new RegExp(`^${field}: `)) },
    ]);
    expect(answer.headers.get("x-should-retry")).toBe("false");
  });

  test("several unsupported fields are named at once", async () => {
    const answer = await service.api("POST", "/browsers", { json: { gpu: true, memory: "8GiB" } });
    expect(answer.body.details.map((detail: { message: string }) => detail.message.split(":")[0])).toEqual([
      "gpu",
      "memory",
    ]);
  });

  test.each([
    [{ proxy: { id: "p" } }, 'proxy.id: there is no proxy "p"'],
    [{ proxy: { name: "p" } }, 'proxy.name: there is no proxy "p"'],
    [{ proxy_id: "p" }, 'proxy_id: there is no proxy "p"'],
    [{ proxy: { mode: "direct" }, proxy_id: "" }, "proxy_id: cannot be combined with proxy"],
    [{ proxy: {} }, "proxy: must have exactly one of mode, id, name"],
    [{ telemetry: { enabled: false, browser: { page: { enabled: true } } } }, /^telemetry\.enabled: false cannot/],
    [
      { telemetry: { enabled: true, export: { otlp: { destination: { name: "d" } } } } },
      /^telemetry\.export\.otlp\.destination\.name: there is no telemetry destination/,
    ],
  ])("%j is 400", async (json, message) => {
    const answer = await service.api("POST", "/browsers", { json });
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_request", details: [{ code: "invalid_input" }] } });
    expect(answer.body.details[0].message).toMatch(message);
  });

  test("a name is unique among the active sessions, also of two at once; it is free again afterwards", async () => {
    const both = await Promise.all([1, 2].map(() => service.api("POST", "/browsers", { json: { name: "one" } })));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const refused = both.find((answer) => answer.status === 409) as Answer;
    expect(refused.body.code).toBe("conflict");
    expect(refused.headers.get("x-should-retry")).toBe("false");
    await service.api("DELETE", "/browsers/one");
    await service.create({ name: "one" });
    await service.create({ name: "null" });
    expect((await service.api("POST", "/browsers", { json: { name: "null" } })).status).toBe(409);
  });

  test("the start page is open when the answer comes, and a bad one does no harm", async () => {
    const { session_id, start_url } = await service.create({ start_url: `${pageUrl}/start` });
    expect(start_url).toBe(`${pageUrl}/start`);
    await until(
      () => fetchTargets(session_id),
      (urls) => urls.includes(`${pageUrl}/start`),
    );
    const refused = await service.api("POST", "/browsers", { json: { start_url: "http://127.0.0.1:1/" } });
    expect([refused.status, decodeURIComponent(refused.headers.get("x-browserctl-notice") ?? "")]).toEqual([
      200,
      "the session is ready, but its start page did not open: net::ERR_UNSAFE_PORT",
    ]);
    const start = performance.now();
    await service.create({ start_url: `${pageUrl}/never` });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("a browser that does not start is 503 and leaves nothing", async () => {
    const folder = await tempDir();
    const browser = join(folder, "browser");
    await writeFile(
      browser,
      '#!/bin/sh\n[ "$1" = --version ] && echo Chromium 156.0.0.0 || { echo no display >&2; exit 1; }\n',
    );
    await chmod(browser, 0o755);
    const broken = await startService({ browser });
    const failed = await broken.api("POST", "/browsers", { json: { name: "x" } });
    expect(failed).toMatchObject({ status: 503, body: { code: "browser_start_failed" } });
    expect(failed.body.message).toContain("no display");
    expect(failed.headers.get("x-should-retry")).toBe("false");
    await rm(folder, { recursive: true });
    const gone = await broken.api("POST", "/browsers", { json: { name: "x" } });
    expect(gone).toMatchObject({ status: 503, body: { code: "browser_start_failed" } });
    expect(gone.body.message).toContain("browserctl local setup");
    expect(await readdir(join(broken.stateDir, "sessions"))).toEqual([]);
    await broken.stop();
  });

  test("a failed start frees the name", async () => {
    service.faults.inject("chromium-start", { error: () => new Error("fault"), times: 1 });
    expect((await service.api("POST", "/browsers", { json: { name: "again" } })).status).toBe(500);
    service.log.length = 0;
    await service.create({ name: "again" });
  });

  test("too little memory is 503 and says how much there is", async () => {
    const small = await startService({ availableMemory: () => 100 * 2 ** 20 });
    const answer = await small.api("POST", "/browsers");
    expect(answer).toMatchObject({ status: 503, body: { code: "not_enough_memory" } });
    expect(answer.body.message).toContain("100 MiB available");
    await small.stop();
  });

  test("a client that goes away leaves no session", async () => {
    const ended = (): number => service.log.filter((line) => line.includes("that created it went away")).length;
    const before = ended();
    const sessionFolders = (): Promise<string[]> => readdir(join(service.stateDir, "sessions"));
    // While its folders are made, and while its browser starts.
    for (const moment of [sessionFolders, () => processesOf(service.stateDir)]) {
      const controller = new AbortController();
      const call = service
        .api("POST", "/browsers", { json: { name: "gone", start_url: `${pageUrl}/never` }, signal: controller.signal })
        .catch((error: Error) => error.name);
      await until<unknown[]>(moment, ({ length }) => length > 0);
      controller.abort();
      expect(await call).toBe("AbortError");
      await until(
        async () => [
          (await service.api("GET", "/browsers")).body.length,
          (await sessionFolders()).length,
          (await processesOf(service.stateDir)).length,
        ],
        (left) => left.every((count) => count === 0),
      );
      // No browser is ready when its folders are made: the start itself was broken off.
      if (moment === sessionFolders) expect(ended()).toBe(before);
    }
    await service.create({ name: "gone" });
    expect(service.log.filter((line) => line.includes(" error in "))).toEqual([]);
  });

  test("a client that goes away while the start page opens leaves no session", async () => {
    const waiting = new Promise((resolve) => pages.once("request", resolve));
    const controller = new AbortController();
    const json = { start_url: `${pageUrl}/never` };
    const call = service
      .api("POST", "/browsers", { json, signal: controller.signal })
      .catch((error: Error) => error.name);
    await waiting;
    controller.abort();
    expect(await call).toBe("AbortError");
    const { body } = await until(
      () => service.api("GET", "/browsers?status=deleted&limit=1"),
      (answer) => answer.body[0]?.start_url === json.start_url,
    );
    const { end_reason } = (await service.api("GET", `/_local/browsers/${body[0].session_id}`)).body;
    expect(end_reason).toBe("the client that created it went away");
  });

  test("it leaves nothing in the system's temporary folder or in the user's home, also when it is killed", async () => {
    const [home, temp] = [await tempDir(), await mkdtemp("/tmp/t-")];
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temp;
    try {
      const other = await startService({ env: { ...process.env, HOME: home } });
      const sessions = await Promise.all([other.create(), other.create()]);
      const { pid } = (await other.api("GET", `/_local/browsers/${sessions[0].session_id}`)).body;
      const folders = await Promise.all(
        sessions.map(({ session_id }) => realpath(join(other.stateDir, "sessions", session_id))),
      );
      for (const folder of folders) expect(dirname(dirname(folder))).toBe(temp);
      process.kill(pid, "SIGKILL");
      expect((await stat(dirname(folders[0] ?? ""))).mode & 0o777).toBe(0o700);
      await until(
        () => folders.filter((folder) => existsSync(folder)),
        (left) => left.length === 1,
      );
      await other.stop();
      expect(await readdir(temp)).toEqual([]);
      expect(await readdir(home)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      await rm(home, { recursive: true });
      await rm(temp, { recursive: true });
    }
  });

  test("its folder is for this user alone", async () => {
    const { session_id } = await service.create();
    for (const path of ["", "sessions", `sessions/${session_id}`, `sessions/${session_id}/user-data`]) {
      expect((await stat(join(service.stateDir, path))).mode & 0o777, path).toBe(0o700);
    }
    for (const file of ["state.db", "state.db-wal", "service.json", "identity.json", "service.lock"]) {
      expect((await stat(join(service.stateDir, file))).mode & 0o777, file).toBe(0o600);
    }
  });
});

describe("list", () => {
  const ids = (answer: Answer): string[] => answer.body.map((one: { session_id: string }) => one.session_id);

  test("status, search, tags, region and pages, the newest first", async () => {
    const a = await service.create({ name: "Alpha", tags: { team: "a", env: "ci" }, region: "us-east" });
    const b = await service.create({ name: "beta", tags: { team: "a" } });
    const c = await service.create({ name: "gamma" });
    await service.api("DELETE", `/browsers/${b.session_id}`);
    const list = async (query: string): Promise<string[]> => ids(await service.api("GET", `/browsers?${query}`));
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
    const first = await service.api("GET", "/browsers?limit=1");
    expect(ids(first)).toEqual([c.session_id]);
    expect([first.headers.get("x-has-more"), first.headers.get("x-next-offset")]).toEqual(["true", "1"]);
    const last = await service.api("GET", "/browsers?limit=1&offset=1");
    expect(ids(last)).toEqual([a.session_id]);
    expect([last.headers.get("x-has-more"), last.headers.get("x-next-offset")]).toEqual(["false", "0"]);
    expect(await list("offset=100")).toEqual([]);
  });
});

describe("update", () => {
  test("name, tags, viewport and telemetry; what is not given stays", async () => {
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
});

describe("end", () => {
  test("a deleted session is 404 with when and why, and can still be shown", async () => {
    const { session_id } = await service.create({ name: "short" });
    const ended = await service.api("DELETE", "/browsers/short");
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
      const answer = await service.api(method, url, json === undefined ? {} : { json });
      expect(answer, `${method} ${url}`).toMatchObject({ status: 404, body: { code: "browser_deleted" } });
      expect(answer.body.message).toMatch(/ ended at \d{4}-\d\d-\d\dT.*: it was deleted$/);
    }
    const shown = await service.api("GET", `${path}?include_deleted=true`);
    expect(shown.body).toMatchObject({ session_id, name: "short", deleted_at: expect.any(String) });
    expect(shown.body.usage.uptime_ms).toBe(Date.parse(shown.body.deleted_at) - Date.parse(shown.body.created_at));
    expect((await service.api("GET", `/_local/browsers/${session_id}`)).body).toEqual({
      session_id,
      state: "deleted",
      end_reason: "it was deleted",
    });
    expect((await service.api("GET", "/browsers/short")).body.code).toBe("browser_deleted");
  });

  test("a browser that is killed ends its session, and calls under way say why", async () => {
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

  test("deletes at the same time: one ends it, the others find it ended", async () => {
    const { session_id } = await service.create();
    const all = await Promise.all([1, 2, 3].map(() => service.api("DELETE", `/browsers/${session_id}`)));
    expect(all.map((answer) => answer.status).sort()).toEqual([204, 404, 404]);
  });

  test("a stop waits for the answer of a call under way", async () => {
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

  test("creates and deletes at once, and a stop in the middle, leave nothing", async () => {
    const busy = await startService();
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

/** Addresses of the open pages. */
async function fetchTargets(id: string): Promise<string[]> {
  const { cdp_ws_url } = (await service.api("GET", `/browsers/${id}`)).body;
  const socket = new WebSocket(cdp_ws_url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const answer = new Promise<string>((resolve) => (socket.onmessage = ({ data }) => resolve(String(data))));
  socket.send(JSON.stringify({ id: 1, method: "Target.getTargets" }));
  const { result } = JSON.parse(await answer);
  socket.close();
  return result.targetInfos.map((info: { url: string }) => info.url);
}

async function fetchPng(id: string): Promise<Buffer> {
  const response = await fetch(`${service.baseUrl}/browsers/${id}/computer/screenshot`, {
    method: "POST",
    headers: { Authorization: `Bearer ${service.token}` },
  });
  return Buffer.from(await response.arrayBuffer());
}
