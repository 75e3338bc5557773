import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { type Answer, processesOf, startService, type TestService, tempDir } from "../../support/service/service.ts";
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

describe("create", () => {
  test("a creation from an empty body or without one gives a session with the defaults", async () => {
    for (const options of [{}, { json: {} }]) {
      const { status, body } = await plain.api("POST", "/browsers", options);
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
        new RegExp(`^ws://127\\.0\\.0\\.1:${plain.port}/browsers/${body.session_id}/cdp\\?jwt=[\\w-]{43}$`),
      );
      for (const absent of ["name", "tags", "webdriver_ws_url", "base_url", "deleted_at"]) {
        expect(body).not.toHaveProperty(absent);
      }
    }
  });

  test("a creation reports its settings back, opens the start page, keeps its size, and names settings without effect", async () => {
    const asked = {
      name: "Büro 😀",
      tags: { team: "a", "": undefined, env: "ci" },
      headless: true,
      stealth: true,
      kiosk_mode: true,
      region: "eu-west",
      timeout_seconds: 600,
      viewport: { width: 641, height: 479, refresh_rate: 30 },
      proxy: { mode: "direct" },
      telemetry: { browser: { console: { enabled: true } } },
      start_url: `${pageUrl}/start`,
      gpu: false,
      extensions: [],
      chrome_policy: {},
    };
    const answer = await service.api("POST", "/browsers", { json: asked });
    expect(answer.status, answer.text).toBe(200);
    const { gpu: _gpu, extensions: _extensions, chrome_policy: _policy, telemetry: _telemetry, ...reported } = asked;
    expect(answer.body).toMatchObject({ ...reported, tags: { team: "a", env: "ci" } });
    expect(answer.body.telemetry.browser.console).toEqual({ enabled: true });
    expect(answer.headers.get("x-browserctl-recorded")).toBe("region,viewport.refresh_rate,telemetry");
    const get = await service.api("GET", `/browsers/${encodeURIComponent(asked.name)}`);
    expect(get.body).toEqual({ ...answer.body, usage: expect.anything() });
    expect(get.headers.get("x-browserctl-recorded")).toBeNull();
    await isOpen(answer.body.session_id, `${pageUrl}/start`);
    const shot = await service.api("POST", `/browsers/${answer.body.session_id}/computer/screenshot`);
    expect(shot.headers.get("content-type")).toBe("image/png");
    // The size that the image's header gives.
    expect([shot.bytes.readUInt32BE(16), shot.bytes.readUInt32BE(20)]).toEqual([641, 479]);
  });

  test.each([
    ["gpu", true],
    ["memory", "16GiB"],
  ])("a creation with %s is 501 and named", async (field, value) => {
    const answer = await service.api("POST", "/browsers", { json: { [field]: value, region: "us-east" } });
    expect(answer).toMatchObject({ status: 501, body: { code: "not_supported_locally" } });
    expect(answer.body.message).toContain(field);
    expect(answer.body.details).toEqual([
      { code: "not_supported_locally", message: expect.stringMatching(new RegExp(`^${field}: `)) },
    ]);
    expect(answer.headers.get("x-should-retry")).toBe("false");
  });

  test("a creation names several unsupported fields at once", async () => {
    const answer = await service.api("POST", "/browsers", { json: { gpu: true, memory: "16GiB" } });
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
  ])("a creation with %j is 400", async (json, message) => {
    const answer = await service.api("POST", "/browsers", { json });
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_request", details: [{ code: "invalid_input" }] } });
    expect(answer.body.details[0].message).toMatch(message);
  });

  test("the name of a session is unique among active ones, also of two created at once; it is free again afterwards", async () => {
    const create = (): Promise<Answer> => plain.api("POST", "/browsers", { json: { name: "null" } });
    const both = await Promise.all([create(), create()]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const refused = both.find((answer) => answer.status === 409) as Answer;
    expect(refused.body.code).toBe("conflict");
    expect(refused.headers.get("x-should-retry")).toBe("false");
    await plain.api("DELETE", "/browsers/null");
    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(409);
  });

  test("a change opens a page after it; a page that does not open is named, and the change stays", async () => {
    const { session_id: id } = await service.create();
    const open = (start_url: string, more = {}): Promise<Answer> =>
      service.api("PATCH", `/browsers/${id}`, { json: { start_url, ...more } });
    expect(await open(`${pageUrl}/start`)).toMatchObject({ status: 200, body: { start_url: `${pageUrl}/start` } });
    await isOpen(id, `${pageUrl}/start`);
    expect((await open("")).headers.get("x-browserctl-notice")).toBeNull();
    await isOpen(id, `${pageUrl}/start`);
    const failed = await open("http://127.0.0.1:9/", { name: "renamed" });
    expect([failed.status, failed.body.name]).toEqual([200, "renamed"]);
    expect(decodeURIComponent(failed.headers.get("x-browserctl-notice") ?? "")).toMatch(
      /^the page did not open: net::ERR_/,
    );
  });

  test("a start page that never answers does not keep the session from being ready", async () => {
    const { session_id } = await service.create({ start_url: `${pageUrl}/never` });
    expect((await service.api("GET", `/browsers/${session_id}`)).status).toBe(200);
  });

  test("a browser that does not start is 503 and leaves nothing", async () => {
    const directory = await tempDir();
    const browser = join(directory, "browser");
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
    await rm(directory, { recursive: true });
    const gone = await broken.api("POST", "/browsers", { json: { name: "x" } });
    expect(gone).toMatchObject({ status: 503, body: { code: "browser_start_failed" } });
    expect(gone.body.message).toContain("browserctl local setup");
    expect(await readdir(join(broken.stateDir, "sessions"))).toEqual([]);
    await broken.stop();
  });

  test("a failed start frees the name of the session", async () => {
    plain.faults.inject("chromium-start", { error: () => new Error("fault"), times: 1 });
    expect((await plain.api("POST", "/browsers", { json: { name: "again" } })).status).toBe(500);
    plain.log.length = 0;
    await plain.create({ name: "again" });
  });

  test("a start page for which the browser opens no page is named after 3 s; the session is ready", async () => {
    const pageless = await startServiceWithFakeBrowser();
    const answer = await pageless.api("POST", "/browsers", { json: { start_url: `${pageUrl}/start` } });
    expect([answer.status, decodeURIComponent(answer.headers.get("x-browserctl-notice") ?? "")]).toEqual([
      200,
      "the session is ready, but its start page did not open: the browser did not open a page within 3 s",
    ]);
    await pageless.stop();
  });

  test("too little memory for a session is 503 and says how much there is", async () => {
    const small = await startServiceWithFakeBrowser({ availableMemory: () => 100 * 2 ** 20 });
    const answer = await small.api("POST", "/browsers");
    expect(answer).toMatchObject({ status: 503, body: { code: "not_enough_memory" } });
    expect(answer.body.message).toContain("100 MiB available");
    await small.stop();
  });

  test("a client that disconnects during a creation leaves no session, and its name is free again", async () => {
    const ended = (): number => service.log.filter((line) => line.includes("that created it went away")).length;
    const before = ended();
    const sessionDirectories = (): Promise<string[]> => readdir(join(service.stateDir, "sessions"));
    const requests: unknown[] = [];
    pages.once("request", (request) => requests.push(request));
    // While its directories are created, while its browser starts, and while the start page opens.
    for (const moment of [sessionDirectories, () => processesOf(service.stateDir), () => requests]) {
      const controller = new AbortController();
      const json = { name: "gone", start_url: `${pageUrl}/never` };
      const call = service
        .api("POST", "/browsers", { json, signal: controller.signal })
        .catch((error: Error) => error.name);
      await until<unknown[]>(moment, ({ length }) => length > 0);
      controller.abort();
      expect(await call).toBe("AbortError");
      await until(
        async () => [
          (await service.api("GET", "/browsers")).body.length,
          (await sessionDirectories()).length,
          (await processesOf(service.stateDir)).length,
        ],
        (left) => left.every((count) => count === 0),
      );
      // No browser is ready when its directories are created: the start itself was aborted.
      if (moment === sessionDirectories) expect(ended()).toBe(before);
    }
    const { body } = await service.api("GET", "/browsers?status=deleted&limit=1");
    expect(body[0].start_url).toBe(`${pageUrl}/never`);
    const { end_reason } = (await service.api("GET", `/_local/browsers/${body[0].session_id}`)).body;
    expect(end_reason).toBe("the client that created it went away");
    expect(service.log.filter((line) => line.includes(" error in "))).toEqual([]);
  });

  test("a session leaves nothing in the system's temporary directory or in the user's home, also when it is killed", async () => {
    const [home, temp] = [await tempDir(), await mkdtemp("/tmp/t-")];
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temp;
    try {
      const other = await startService({ env: { ...process.env, HOME: home } });
      const sessions = await Promise.all([other.create(), other.create()]);
      const { pid } = (await other.api("GET", `/_local/browsers/${sessions[0].session_id}`)).body;
      const directories = await Promise.all(
        sessions.map(({ session_id }) => realpath(join(other.stateDir, "sessions", session_id))),
      );
      for (const directory of directories) expect(dirname(dirname(directory))).toBe(temp);
      process.kill(pid, "SIGKILL");
      expect((await stat(dirname(directories[0] ?? ""))).mode & 0o777).toBe(0o700);
      await until(
        () => directories.filter((directory) => existsSync(directory)),
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

  test("the directory of a session is only for this user", async () => {
    const { session_id } = await plain.create();
    for (const path of ["", "sessions", `sessions/${session_id}`, `sessions/${session_id}/user-data`]) {
      expect((await stat(join(plain.stateDir, path))).mode & 0o777, path).toBe(0o700);
    }
    for (const file of ["state.db", "state.db-wal", "service.json", "identity.json", "service.lock"]) {
      expect((await stat(join(plain.stateDir, file))).mode & 0o777, file).toBe(0o600);
    }
  });
});

/** Addresses of the open pages. */
/**
 * Waits until a session has a page: a busy browser reports the address of a target after the answer to its navigation.
 */
async function isOpen(id: string, url: string): Promise<void> {
  await until(
    () => fetchTargets(id),
    (targets) => targets.includes(url),
    { what: `a target of ${url}` },
  );
}

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
