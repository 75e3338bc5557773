import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { killProcesses } from "../../support/machine/kill-processes.ts";
import { processesOf, startService, type TestService } from "../../support/service/service.ts";
import { runInSession } from "../../support/service/session-code.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";
import { noteOf, PoolCalls } from "./support/pool-calls.ts";

let service: TestService;
let calls: PoolCalls;
let site: Server;
let url: string;
/** Number of dialogs of the site that were answered. */
let answered = 0;
beforeAll(async () => {
  service = await startService();
  calls = new PoolCalls(service);
  site = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    if (request.url === "/alert") return void response.end(`<script>alert(1); fetch("/answered")</script>`);
    if (request.url === "/answered") answered += 1;
    response.end(`<title>${request.url} ${request.headers.cookie ?? "no cookies"}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await service.stop();
});
afterEach(() => calls.clear());

const run = (id: string, code: string): Promise<unknown> => runInSession(service, id, code);
const title = (id: string): Promise<unknown> => run(id, "return await page.title()");
const facts = async (id: string) => (await service.api("GET", `/_local/browsers/${id}`)).body;
const browserPids = (): Promise<number[]> => processesOf(service.stateDir, service.tempRoot);

test("a new pool keeps idle browsers that are no sessions, and the first acquire gets one at once", async () => {
  const made = await calls.create({ name: "ready", size: 2, start_url: `${url}/start` });
  expect(made).toMatchObject({ name: "ready", region: "us-east", acquired_count: 0, extension_ids: [] });
  expect(made.browser_pool_config).toMatchObject({ size: 2, headless: true, timeout_seconds: 600, telemetry: null });
  await calls.has("ready", 2);
  expect(await calls.sessions()).toEqual([]);
  const session = await calls.acquire("ready", { name: "shop", tags: { team: "web" } });
  expect(session).toMatchObject({ name: "shop", tags: { team: "web" }, pool: { id: made.id, name: "ready" } });
  expect(session).toMatchObject({ timeout_seconds: 600, start_url: `${url}/start`, headless: true });
  expect(await title(session.session_id)).toBe("/start no cookies");
  expect(await calls.get(made.id)).toMatchObject({ available_count: 1, acquired_count: 1 });
  expect((await service.api("GET", "/browsers/shop")).body.pool).toEqual({ id: made.id, name: "ready" });
  expect((await service.api("GET", "/browsers?query=READ")).body).toHaveLength(1);
});

test("a start page of an acquire is opened in the browser, for this session alone", async () => {
  const { id } = await calls.full();
  const first = await calls.acquire(id, { start_url: `${url}/own` });
  expect(first.start_url).toBe(`${url}/own`);
  expect(await title(first.session_id)).toBe("/own no cookies");
  await calls.release(id, first.session_id);
  expect(await calls.acquire(id)).not.toHaveProperty("start_url");
});

test("a released browser keeps cookies, page and files, and is another session", async () => {
  const { id } = await calls.full();
  const first = (await calls.acquire(id)).session_id;
  const { pid } = await facts(first);
  await run(first, `await page.goto("${url}/seen"); await page.evaluate(() => { document.cookie = "kept=yes"; })`);
  await service.api("PUT", `/browsers/${first}/fs/write_file?path=/home/user/kept.txt`, { bytes: "kept" });
  await calls.release(id, first);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 0 });
  const second = (await calls.acquire(id, { acquire_timeout_seconds: 0 })).session_id;
  expect(second).not.toBe(first);
  expect((await facts(second)).pid).toBe(pid);
  expect(await title(second)).toBe("/seen no cookies");
  expect(await run(second, `await page.goto("${url}/again"); return await page.title()`)).toBe("/again kept=yes");
  const file = await service.api("GET", `/browsers/${second}/fs/read_file?path=/home/user/kept.txt`);
  expect(file.text).toBe("kept");
  const old = await service.api("GET", `/browsers/${first}`);
  expect(old).toMatchObject({ status: 404, body: { code: "browser_deleted" } });
  expect(old.body.message).toMatch(/: it was released to its pool$/);
});

test("the addresses and processes of a released session do not reach the next one", async () => {
  const { id } = await calls.full();
  const first = await calls.acquire(id);
  const client = new WebSocket(first.cdp_ws_url);
  await new Promise((resolve) => client.once("open", resolve));
  const closed = new Promise<number>((resolve) => client.once("close", resolve));
  const path = `/browsers/${first.session_id}`;
  const { pid } = await facts(first.session_id);
  await service.api("POST", `${path}/process/spawn`, { json: { command: "sleep", args: ["1000"] } });
  await service.api("POST", `${path}/fs/watch`, { json: { path: "/home/user" } });
  const running = service.api("POST", `${path}/process/exec`, { json: { command: "sleep", args: ["1000"] } });
  await until(async () => (await service.api("GET", `/_local${path}/processes`)).body.length === 1);
  await calls.release(id, first.session_id);
  expect(await closed).toBe(1001);
  expect(await running).toMatchObject({ status: 404, body: { code: "browser_deleted" } });
  const second = await calls.acquire(id);
  expect((await facts(second.session_id)).pid).toBe(pid);
  expect((await service.api("GET", `/_local/browsers/${second.session_id}/processes`)).body).toEqual([]);
  const again = new WebSocket(first.cdp_ws_url);
  const refused = await new Promise((resolve) =>
    again.once("unexpected-response", (_, { statusCode }) => resolve(statusCode)),
  );
  expect(refused).toBe(404);
});

test("daemons of a released session end, and the browser goes on", async () => {
  const { id } = await calls.full();
  const first = await calls.acquire(id);
  const path = `/browsers/${first.session_id}`;
  const { pid } = await facts(first.session_id);
  const daemons = [
    `setsid sh -c 'trap "" TERM; exec sleep 1001' >/dev/null 2>&1 </dev/null &`,
    `setsid sh -c 'setsid sleep 1002 & sleep 1003' >/dev/null 2>&1 </dev/null &`,
    `nohup sh -c 'env -i setsid sleep 1004' >/dev/null 2>&1 </dev/null &`,
  ];
  await service.api("POST", `${path}/process/exec`, { json: { command: "sh", args: ["-c", daemons.join("\n")] } });
  const detached = "require('child_process').spawn('sleep', ['1005'], { detached: true, stdio: 'ignore' }).unref()";
  await service.api("POST", `${path}/repl`, { json: { code: detached } });
  const sleeping = async (session: string): Promise<string[]> => {
    const ps = { command: "sh", args: ["-c", "ps ax -o args= | grep '^sleep 100' | sort"] };
    const { body } = await service.api("POST", `/browsers/${session}/process/exec`, { json: ps });
    return Buffer.from(body.stdout_b64, "base64").toString().trim().split("\n");
  };
  await until(async () => (await sleeping(first.session_id)).length === 5);
  await calls.release(id, first.session_id);
  const second = await calls.acquire(id);
  expect(await sleeping(second.session_id)).toEqual([""]);
  expect((await facts(second.session_id)).pid).toBe(pid);
  const { body } = await service.api("POST", `/browsers/${second.session_id}/playwright/execute`, {
    json: { code: "return await page.title()" },
  });
  expect(body.success).toBe(true);
});

test("an agent of a released session leaves the browser: it records nothing more, and dialogs are answered again", async () => {
  const { id } = await calls.full();
  const first = (await calls.acquire(id)).session_id;
  const urls = async (session: string): Promise<string> =>
    JSON.stringify((await service.api("POST", `/_local/browsers/${session}/network`, { json: {} })).body);
  await urls(first);
  await service.api("POST", `/_local/browsers/${first}/navigate`, { json: { action: "goto", url: `${url}/secret` } });
  expect(await urls(first)).toContain("/secret");
  await calls.release(id, first);
  const second = (await calls.acquire(id, { start_url: `${url}/alert` })).session_id;
  await until(() => answered === 1);
  expect(await urls(second)).not.toContain("/secret");
});

test("a stored extension is loaded by new browsers, and its deletion is the reason when they do not start", async () => {
  const form = new FormData();
  const manifest = JSON.stringify({ manifest_version: 3, name: "Marker", version: "1" });
  form.append("file", new File([new Uint8Array(rawZip([{ name: "manifest.json", data: manifest }]))], "extension.zip"));
  form.append("name", "marker");
  const { body: extension } = await service.api("POST", "/extensions", { form });
  const made = await calls.full({ extensions: [{ name: "marker" }] });
  expect(made).toMatchObject({ extension_ids: [extension.id] });
  expect(made.browser_pool_config.extensions).toEqual([{ name: "marker" }]);
  const { session_id } = await calls.acquire(made.id);
  expect((await facts(session_id)).extensions).toEqual([expect.objectContaining({ name: "marker", version: "1" })]);
  await service.api("DELETE", `/extensions/${extension.id}`);
  await calls.release(made.id, session_id, false);
  const note = await until(
    async () => noteOf(await service.api("GET", `/browser_pools/${made.id}`)),
    (text) => text !== "",
  );
  expect(note).toBe(`a browser did not start: extensions[0].id: there is no extension "${extension.id}"`);
});

test("a release without reuse replaces the browser by a clean one", async () => {
  const { id } = await calls.full();
  const first = (await calls.acquire(id)).session_id;
  const { pid } = await facts(first);
  await run(first, `await page.goto("${url}"); await page.evaluate(() => { document.cookie = "gone=yes"; })`);
  await calls.release(id, first, false);
  const second = (await calls.acquire(id, { acquire_timeout_seconds: 60 })).session_id;
  expect((await facts(second)).pid).not.toBe(pid);
  expect(await run(second, `await page.goto("${url}/clean"); return await page.title()`)).toBe("/clean no cookies");
});

test("a browser whose viewport was changed is replaced when it is released", async () => {
  const { id } = await calls.full({ viewport: { width: 800, height: 600 } });
  const first = (await calls.acquire(id)).session_id;
  const { pid } = await facts(first);
  const json = { viewport: { width: 640, height: 480 } };
  expect((await service.api("PATCH", `/browsers/${first}`, { json })).status).toBe(200);
  await calls.release(id, first);
  const second = await calls.acquire(id, { acquire_timeout_seconds: 60 });
  expect(second.viewport).toEqual({ width: 800, height: 600 });
  expect((await facts(second.session_id)).pid).not.toBe(pid);
});

test("a pool whose idle browsers are killed refills", async () => {
  const { id } = await calls.full({ size: 2 });
  killProcesses(await browserPids());
  await until(async () => (await calls.get(id)).available_count < 2);
  await calls.has(id, 2);
  const { session_id } = await calls.acquire(id);
  expect(await title(session_id)).toBe("");
});

test("the end of an acquired browser gives its place back, by a deletion and by a crash", async () => {
  const { id } = await calls.full();
  const deleted = (await calls.acquire(id)).session_id;
  expect((await service.api("DELETE", `/browsers/${deleted}`)).status).toBe(204);
  expect(await calls.has(id, 1)).toMatchObject({ acquired_count: 0 });
  const killed = (await calls.acquire(id)).session_id;
  process.kill((await facts(killed)).pid, "SIGKILL");
  expect(await calls.has(id, 1)).toMatchObject({ acquired_count: 0 });
});

test("nothing of the browsers is left when a pool is deleted", async () => {
  const { id } = await calls.full({ size: 2 });
  await calls.release(id, (await calls.acquire(id)).session_id);
  await calls.acquire(id);
  await calls.delete(id);
  expect(await readdir(join(service.stateDir, "sessions"))).toEqual([]);
  expect(await browserPids()).toEqual([]);
  expect((await service.api("GET", `/browser_pools/${id}`)).status).toBe(404);
});
