import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { rfbSource } from "../../../src/service/live-view/rfb-source.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { linkOf, openViewer } from "../../support/screen/live-viewer.ts";
import { apiAs, createKey } from "../../support/service/api-keys.ts";
import { deployed, invoke } from "../../support/service/app.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let silent: Server;
let id: string;

beforeAll(async () => {
  // A display that sends nothing: these tests are about the right to connect to it.
  silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  service = await startServiceWithFakeBrowser({
    liveSource: () =>
      rfbSource({
        connect: async () => {
          const socket = connect(port, "127.0.0.1");
          await once(socket, "connect");
          return socket;
        },
        type: async () => {},
      }),
  });
  id = (await service.create({ timeout_seconds: 3_600 })).session_id;
});

afterAll(async () => {
  await service?.stop();
  silent?.close();
});

interface Opened {
  status: number;
  headers: Headers;
  text: string;
  cookie: string;
}

async function open(url: string, cookie?: string, headers: Record<string, string> = {}): Promise<Opened> {
  const answer = await fetch(url, { headers: { ...(cookie !== undefined && { cookie }), ...headers } });
  const [set] = answer.headers.getSetCookie();
  return {
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
    cookie: set?.split(";")[0] ?? "",
  };
}

const page = (session = id): string => `${service.baseUrl}/browsers/${session}/live`;

/** Status of an upgrade to the WebSocket of a live view; 101 when it is accepted. */
async function upgrade(headers: Record<string, string>, session = id): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}/browsers/${session}/live/socket`, { headers });
  onTestFinished(() => socket.terminate());
  return await new Promise((resolve) => {
    socket.on("upgrade", (response) => resolve(response.statusCode ?? 0));
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

describe("a link to a live view", () => {
  test("a link is in the record of a session that is not headless, and stays the same until it was opened", async () => {
    const first = (await service.api("GET", `/browsers/${id}`)).body.browser_live_view_url;
    expect(first).toMatch(new RegExp(`^${service.baseUrl}/browsers/${id}/live\\?jwt=[\\w.-]+$`));
    const list = (await service.api("GET", "/browsers")).body;
    expect(list[0].browser_live_view_url).toBe(first);
    expect((await open(first)).status).toBe(200);
    expect((await service.api("GET", `/browsers/${id}`)).body.browser_live_view_url).not.toBe(first);
  });

  test("a link to a live view is replaced when half of its 10 minutes are over", async () => {
    const first = await linkOf(service, id);
    await service.clock.advance(4 * 60_000);
    expect(await linkOf(service, id)).toBe(first);
    await service.clock.advance(2 * 60_000);
    expect(await linkOf(service, id)).not.toBe(first);
  });

  test("a link opens the live view once; its cookie opens it again", async () => {
    const url = await linkOf(service, id);
    const opened = await open(url);
    expect(opened.status).toBe(200);
    expect(opened.headers.getSetCookie()[0]).toMatch(
      new RegExp(
        `^browserctl_live_view=[\\w.-]+; Path=/browsers/${id}/live; Max-Age=43200; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect(opened.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'self'",
    );
    expect(opened.headers.get("cache-control")).toBe("no-store");
    expect(opened.headers.get("referrer-policy")).toBe("no-referrer");
    expect(opened.headers.get("x-content-type-options")).toBe("nosniff");
    expect(opened.text).not.toMatch(/<script>|<style|style=|onclick/);
    const again = await open(url);
    expect(again.status).toBe(403);
    expect(again.text).toContain("This link was opened already.");
    expect(again.text).toContain(`browserctl browsers view ${id}`);
    expect((await open(url, opened.cookie)).status).toBe(200);
    expect((await open(page(), opened.cookie)).status).toBe(200);
  });

  test("a link to a live view is refused when it is expired, changed, missing, or of another session", async () => {
    const expired = await linkOf(service, id);
    await service.clock.advance(10 * 60_000);
    expect((await open(expired)).text).toContain("This link has expired.");
    const url = await linkOf(service, id);
    const token = new URL(url).searchParams.get("jwt") ?? "";
    const other = (await service.create()).session_id;
    const foreign = await open(`${page(other)}?jwt=${token}`);
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining("belongs to another session")]);
    for (const wrong of [`${token}x`, `x${token}`, `${token}.more`, ".", "..", "%00", token.slice(0, -1)]) {
      const answer = await open(`${page()}?jwt=${wrong}`);
      expect([wrong, answer.status]).toEqual([wrong, 403]);
    }
    for (const query of ["", "?jwt="]) expect((await open(page() + query)).status).toBe(403);
    expect((await open(`${page("nosuchsession")}?jwt=${token}`)).status).toBe(403);
    expect((await open(page("%3Cscript%3E"))).text).not.toContain("<script>");
    // None of these requests has used the link.
    expect((await open(url)).status).toBe(200);
  });

  test("a link to a read-only page gives no cookie for a controlling one", async () => {
    const { cookie } = await open(await linkOf(service, id, true));
    const [payload = "", signature] = (cookie.split("=")[1] ?? "").split(".");
    const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), scope: "full" };
    const forged = `${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`;
    expect((await open(page(), `browserctl_live_view=${forged}`)).status).toBe(403);
    expect((await open(page(), cookie)).text).toContain('data-read-only="true"');
  });

  test("a link to a live view does not open the API, and an API key does not open the live view", async () => {
    const token = new URL(await linkOf(service, id)).searchParams.get("jwt") ?? "";
    const answer = await fetch(`${service.baseUrl}/browsers/${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect((await open(`${page()}?jwt=${service.token}`)).status).toBe(403);
    expect((await open(page(), undefined, { authorization: `Bearer ${service.token}` })).status).toBe(403);
    expect((await open(page(), `browserctl_live_view=${token}`)).status).toBe(403);
  });

  test("a link to a live view is not in the log", async () => {
    const url = await linkOf(service, id);
    const { cookie } = await open(url);
    await open(url);
    await upgrade({ cookie, origin: service.baseUrl });
    const token = new URL(url).searchParams.get("jwt") ?? "";
    const value = cookie.split("=")[1] ?? "";
    expect(service.log.filter((line) => line.includes(token) || line.includes(value))).toEqual([]);
    expect(service.log.some((line) => line.includes(`GET /browsers/${id}/live 200`))).toBe(true);
  });

  test("a headless session has no link to a live view, and the error says what to do", async () => {
    const session = await service.create({ headless: true, name: "bare" });
    expect(session.browser_live_view_url).toBeUndefined();
    const answer = await service.api("POST", `/_local/browsers/${session.session_id}/live_view`);
    expect([answer.status, answer.body.error?.code ?? answer.body.code]).toEqual([409, "conflict"]);
    expect(answer.text).toContain('session \\"bare\\" is headless and has no live view');
  });

  test("a link to a live view ends with the API key that requested it, with its cookie and its views", async () => {
    const { key, id: keyId } = await createKey(service);
    const asKey = { api: apiAs(service, key) };
    const viewer = await openViewer({ ...asKey, baseUrl: service.baseUrl }, id);
    const opened = await open(await linkOf(asKey, id));
    const unused = await linkOf(asKey, id);
    const own = await linkOf(service, id);
    expect(unused).not.toBe(own);
    const closed = once(viewer, "close");
    expect((await service.api("DELETE", `/org/api_keys/${keyId}`)).status).toBe(204);
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([
      4403,
      "the API key that opened it was deleted or has expired, or its invocation has ended",
    ]);
    expect((await open(page(), opened.cookie)).status).toBe(403);
    expect(await upgrade({ cookie: opened.cookie, origin: service.baseUrl })).toBe(403);
    const refused = await open(unused);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining("The API key of this link was deleted"),
    ]);
    expect((await open(own)).status).toBe(200);
  });

  test("a link to a live view that an invocation requested ends with it, with its cookie, its views and its streams", async () => {
    await deployed(
      service,
      `wait: () => { console.log("token " + process.env.BROWSERCTL_TOKEN); return new Promise(() => setInterval(() => {}, 60_000)); }`,
    );
    const invocation = await invoke(service, "wait", { async: true });
    const log = await until(
      () => readFile(join(service.stateDir, "invocations", invocation.id), "utf8"),
      (text) => text.includes("token "),
    );
    const token = /token ([^"]+)"/.exec(log)?.[1] ?? "";
    const asInvocation = { api: apiAs(service, token), baseUrl: service.baseUrl };
    const viewer = await openViewer(asInvocation, id);
    const opened = await open(await linkOf(asInvocation, id));
    const unused = await linkOf(asInvocation, id);
    const { body } = await asInvocation.api("POST", `/browsers/${id}/fs/watch`, { json: { path: "/home/user" } });
    const stream = await fetch(`${service.baseUrl}/browsers/${id}/fs/watch/${body.watch_id}/events`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const cut = expect(stream.text()).rejects.toThrow();
    const closed = once(viewer, "close");
    await service.api("PATCH", `/invocations/${invocation.id}`, { json: { status: "failed" } });
    expect((await closed)[0]).toBe(4403);
    await cut;
    expect((await open(page(), opened.cookie)).status).toBe(403);
    expect((await open(unused)).status).toBe(403);
  });

  test("a link to a live view is 410 after the session has ended, also with a cookie", async () => {
    const session = (await service.create()).session_id;
    const { cookie } = await open(await linkOf(service, session));
    const unused = await linkOf(service, session);
    await service.api("DELETE", `/browsers/${session}`);
    const [opened, again, state] = [await open(unused), await open(page(session), cookie), `${page(session)}/state`];
    expect([opened.status, again.status, (await open(state, cookie)).status]).toEqual([410, 410, 410]);
    expect(again.text).toContain("ended at");
    const record = (await service.api("GET", `/browsers/${session}?include_deleted=true`)).body;
    expect(record.browser_live_view_url).toBeUndefined();
    expect(await upgrade({ cookie, origin: service.baseUrl }, session)).toBe(404);
  });
});

describe("the WebSocket of a live view", () => {
  test("the WebSocket of a live view needs the cookie of its session", async () => {
    const { cookie } = await open(await linkOf(service, id));
    const other = (await service.create()).session_id;
    const origin = service.baseUrl;
    expect(await upgrade({ origin })).toBe(403);
    expect(await upgrade({ origin, cookie: "browserctl_live_view=x.y" })).toBe(403);
    expect(await upgrade({ origin, cookie }, other)).toBe(403);
    expect(await upgrade({ origin, cookie: `a=b; ${cookie}` })).toBe(101);
  });

  test("the WebSocket of a live view is only for pages of this service", async () => {
    const { cookie } = await open(await linkOf(service, id));
    const wrong = [
      "http://evil.example",
      "null",
      `http://127.0.0.1:${service.port + 1}`,
      `https://127.0.0.1:${service.port}`,
    ];
    for (const origin of wrong) expect([origin, await upgrade({ cookie, origin })]).toEqual([origin, 403]);
    expect(await upgrade({ cookie })).toBe(403);
    expect(await upgrade({ cookie, origin: service.baseUrl, host: "evil.example" })).toBe(403);
    expect((await open(page(), cookie, { origin: "http://evil.example" })).status).toBe(403);
    const rebound = await new Promise<number>((resolve) => {
      const options = { port: service.port, path: `/browsers/${id}/live`, headers: { cookie, host: "evil.example" } };
      request(options, (answer) => resolve(answer.resume().statusCode ?? 0)).end();
    });
    expect(rebound).toBe(403);
  });

  test("the WebSocket of a live view counts viewers: they keep the session alive, and resizing it needs force", async () => {
    const session = await service.create({ timeout_seconds: 10, viewport: { width: 800, height: 600 } });
    const path = `/browsers/${session.session_id}`;
    const { cookie } = await open(session.browser_live_view_url);
    const headers = { cookie, origin: service.baseUrl };
    const viewer = new WebSocket(`ws://127.0.0.1:${service.port}${path}/live/socket`, { headers });
    await once(viewer, "open");
    const viewers = async (): Promise<number> => (await service.api("GET", `/_local${path}`)).body.viewers;
    await until(viewers, (count) => count === 1);
    const viewport = { width: 640, height: 480 };
    const refused = await service.api("PATCH", path, { json: { viewport } });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("viewport: a live view is open; close it, or change the size with force");
    expect((await service.api("GET", path)).body.viewport).toEqual({ width: 800, height: 600 });
    await service.clock.advance(60_000);
    const forced = await service.api("PATCH", path, { json: { viewport: { ...viewport, force: true } } });
    expect([forced.status, forced.body.viewport]).toEqual([200, viewport]);
    const closed = once(viewer, "close");
    await service.api("DELETE", path);
    expect((await closed)[0]).toBe(4410);
  });

  test("the WebSocket of a live view closes when the viewer is gone", async () => {
    const session = await service.create();
    const path = `/browsers/${session.session_id}`;
    const { cookie } = await open(session.browser_live_view_url);
    const viewer = new WebSocket(`ws://127.0.0.1:${service.port}${path}/live/socket`, {
      headers: { cookie, origin: service.baseUrl },
    });
    await once(viewer, "open");
    viewer.terminate();
    await until(
      async () => (await service.api("GET", `/_local${path}`)).body.viewers,
      (count) => count === 0,
    );
  });
});
