import { createHash } from "node:crypto";
import type http from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BrowserCurl, type CurlInput } from "../../../src/service/chromium/curl/curl.ts";
import {
  evaluate,
  httpTarget,
  openPage,
  startBrowser,
  type Target,
  type TestBrowser,
} from "../../support/servers/curl-target.ts";

let browser: TestBrowser;
let curl: BrowserCurl;
let target: Target;
let other: Target;
const requests: { method: string; url: string; headers: http.IncomingHttpHeaders; raw: string[]; body: string }[] = [];
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const text = "Zeile „eins“\n".repeat(2000);
const large = Buffer.alloc(20_000_000, Array.from({ length: 9973 }, (_, i) => (i * 7919) % 10_007).join(","));

function answer(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer): void {
  const url = new URL(request.url ?? "", "http://target");
  const { method = "", headers } = request;
  // A page asks for its icon whenever it likes.
  if (url.pathname !== "/favicon.ico")
    requests.push({ method, url: url.pathname, headers, raw: request.rawHeaders, body: body.toString() });
  const to = url.searchParams.get("to") ?? "/echo";
  const routes: Record<string, () => void> = {
    "/echo": () => response.setHeader("content-type", "application/json").end(JSON.stringify({ method, headers })),
    "/bytes": () => response.setHeader("content-type", "application/octet-stream").end(everyByte),
    "/latin1": () => response.setHeader("content-type", "text/plain; charset=iso-8859-1").end(Buffer.from([0xe9])),
    "/bom": () => response.end("\ufeffx"),
    "/gzip": () => response.setHeader("content-encoding", "gzip").end(gzipSync(text)),
    "/br": () => response.setHeader("content-encoding", "br").end(brotliCompressSync(text)),
    "/large": () => response.end(large),
    "/large-chunked": () => {
      response.write(large.subarray(0, 1_000_000));
      response.end(large.subarray(1_000_000));
    },
    "/attachment": () => response.setHeader("content-disposition", 'attachment; filename="a.bin"').end("saved"),
    "/pdf": () => response.setHeader("content-type", "application/pdf").end("%PDF-1.4"),
    "/script": () =>
      response
        .setHeader("content-type", "text/html")
        .setHeader("refresh", "0;url=/rendered")
        .end("<script src=/rendered></script><img src=/rendered>"),
    "/cookies": () => response.setHeader("set-cookie", ["a=1", "b=2; HttpOnly", "c=3; SameSite=Strict"]).end("set"),
    "/hop": () => response.writeHead(302, { location: to, "set-cookie": "hop=1" }).end(),
    "/cached": () => response.setHeader("cache-control", "max-age=3600").end(String(requests.length)),
    "/basic": () =>
      headers.authorization
        ? response.end(headers.authorization)
        : response.writeHead(401, { "www-authenticate": 'Basic realm="r"' }).end("who are you"),
    "/worker.js": () =>
      response
        .setHeader("content-type", "text/javascript")
        .end("onfetch = (e) => e.respondWith(new Response('from the worker'))"),
    "/scoped/echo": () => response.end("from the target"),
  };
  const status = /^\/status\/(\d+)$/.exec(url.pathname)?.[1];
  const redirect = /^\/redirect\/(\d+)$/.exec(url.pathname)?.[1];
  if (status) response.writeHead(Number(status)).end(["204", "304"].includes(status) ? undefined : "body");
  else if (redirect) response.writeHead(Number(redirect), { location: to }).end("moved");
  else (routes[url.pathname] ?? (() => response.writeHead(404).end("not here")))();
}

beforeAll(async () => {
  [browser, target, other] = await Promise.all([startBrowser(), httpTarget(answer), httpTarget(answer, "::1")]);
  curl = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs);
});

afterAll(async () => {
  await curl?.close();
  await Promise.all([browser?.stop(), target?.stop(), other?.stop()]);
});

const get = (path: string, input: Partial<CurlInput> = {}) => curl.request({ url: `${target.url}${path}`, ...input });
const last = () => requests.at(-1) as (typeof requests)[number];
const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("curl sends each of the seven methods, with a body if allowed", async () => {
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
    const body = ["POST", "PUT", "PATCH"].includes(method) ? `{"ä":"${method}"}` : undefined;
    const answer = await get("echo", { method, body, headers: body ? { "content-type": "application/json" } : {} });
    expect([method, answer.status, last().method, last().body]).toEqual([method, 200, method, body ?? ""]);
    expect(answer.body === "").toBe(method === "HEAD");
    expect(last().headers["content-type"]).toBe(body ? "application/json" : undefined);
  }
});

test("curl sends the browser's own headers, overridden by the caller's", async () => {
  const page = await openPage(browser.chromium, `${target.url}echo`);
  const own = last();
  await page.send("Page.close");
  await get("echo");
  const noCache = ["pragma", "cache-control"];
  expect(Object.keys(last().headers).filter((name) => !noCache.includes(name))).toEqual(Object.keys(own.headers));
  expect(last().headers).toMatchObject(own.headers);

  const order = () => last().raw.filter((_, index) => index % 2 === 0);
  const ownOrder = order();
  await get("echo", { headers: { "x-own": "1" } });
  expect(order().filter((name) => name !== "x-own")).toEqual(ownOrder);

  const headers = {
    "USER-AGENT": "me/1",
    Referer: `${target.url}from`,
    origin: "https://else.example",
    Cookie: "mine=1",
    Authorization: "Bearer t",
    accept: "application/json",
    "Cache-Control": "max-age=0",
    "Accept-Language": "de",
    "X-Own": "ü 1",
    Connection: "keep-alive",
    "Sec-Fetch-Dest": "document",
  };
  await get("echo", { headers });
  const sent = last();
  for (const [name, value] of Object.entries(headers)) {
    const found = sent.headers[name.toLowerCase()];
    expect([name, name === "X-Own" ? Buffer.from(String(found), "latin1").toString() : found]).toEqual([name, value]);
  }
  const names = order().map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test("curl returns bodies as UTF-8 or exact bytes, with content encodings decoded", async () => {
  const bytes = await get("bytes", { response_encoding: "base64" });
  expect(Buffer.from(bytes.body, "base64")).toEqual(everyByte);
  expect((await get("latin1")).body).toBe("\ufffd");
  expect((await get("bom")).body).toBe("\ufeffx");
  for (const encoding of ["gzip", "br"]) {
    const answer = await get(encoding);
    expect(answer.body).toBe(text);
    expect(answer.headers["content-encoding"]).toEqual([encoding]);
  }
});

test("curl returns 20 MB intact, whether the length was announced or not", async () => {
  for (const path of ["large", "large-chunked"]) {
    const answer = await get(path, { response_encoding: "base64" });
    expect(sha(Buffer.from(answer.body, "base64"))).toBe(sha(large));
  }
});

test("curl refuses a body over the limit, announced or not, and continues", async () => {
  const small = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs, {
    maxBodyBytes: 5_000_000,
    maxTabs: 1,
  });
  for (const path of ["large", "large-chunked"]) {
    const failure = await small.request({ url: `${target.url}${path}` }).catch((error) => error);
    expect(failure).toMatchObject({ kind: "response-too-large" });
    expect(failure.message).toContain("5000000 bytes");
  }
  expect((await small.request({ url: `${target.url}bytes` })).status).toBe(200);
  await small.close();
});

test("curl returns any status with its body; nothing is saved, rendered or followed", async () => {
  const downloads: unknown[] = [];
  const { connection } = browser.chromium;
  await connection.send("Browser.setDownloadBehavior", { behavior: "default", eventsEnabled: true });
  const stop = connection.on("Browser.downloadWillBegin", (event) => downloads.push(event));
  for (const status of [200, 201, 204, 205, 206, 300, 304, 306, 400, 404, 418, 429, 500, 503, 599]) {
    const answer = await get(`status/${status}`);
    expect([answer.status, answer.body]).toEqual([status, [204, 205, 304].includes(status) ? "" : "body"]);
  }
  expect((await get("attachment")).body).toBe("saved");
  expect((await get("pdf")).body).toBe("%PDF-1.4");
  expect((await get("script")).body).toContain("<script");
  await get("echo");
  stop();
  expect(downloads).toEqual([]);
  expect(requests.filter((request) => request.url === "/rendered")).toEqual([]);
});

test("curl sends the profile's cookies and stores new ones, for pages too", async () => {
  const answer = await get("cookies");
  expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2; HttpOnly", "c=3; SameSite=Strict"]);
  await get("echo");
  expect(last().headers.cookie).toBe("a=1; b=2; c=3");
  const hop = await get("hop");
  expect(hop.status).toBe(200);
  expect(hop.headers["set-cookie"]).toBeUndefined();
  expect(last().headers.cookie).toContain("hop=1");
  const page = await openPage(browser.chromium, `${target.url}echo`);
  expect(await evaluate(page, "document.cookie")).toBe("a=1; c=3; hop=1");
  await evaluate(page, "document.cookie = 'page=1'");
  await get("echo");
  expect(last().headers.cookie).toContain("page=1");
  await page.send("Page.close");
});

test("curl follows redirects as Chromium does", async () => {
  for (const [status, method, body] of [
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "sent"],
    [308, "POST", "sent"],
  ] as const) {
    const headers = { "Content-Type": "text/plain", "X-Kept": "1" };
    const answer = await get(`redirect/${status}`, { method: "POST", body: "sent", headers });
    expect([status, answer.status, last().method, last().body]).toEqual([status, 200, method, body]);
    expect(last().headers["x-kept"]).toBe("1");
    expect(last().headers["content-type"]).toBe(method === "GET" ? undefined : "text/plain");
  }
  expect((await get("redirect/302", { method: "HEAD" })).body).toBe("");
  expect(last().method).toBe("HEAD");
});

test("curl does not send the caller's Authorization and Cookie to another origin", async () => {
  const headers = { authorization: "Bearer secret", cookie: "secret=1", "x-kept": "1" };
  await get("redirect/307", { headers });
  expect(last().headers).toMatchObject({ authorization: "Bearer secret", "x-kept": "1" });
  expect(last().headers.cookie ?? "").not.toContain("secret");
  await get(`redirect/307?to=${encodeURIComponent(`${other.url}echo`)}`, { headers });
  expect(last().headers).toMatchObject({ host: `[::1]:${other.port}`, "x-kept": "1" });
  expect(JSON.stringify(last().headers)).not.toContain("secret");
  const back = encodeURIComponent(`${other.url}redirect/307?to=${encodeURIComponent(`${target.url}echo`)}`);
  await get(`redirect/307?to=${back}`, { headers });
  expect(JSON.stringify(last().headers)).not.toContain("secret");
});

test("curl returns a 401 with its body; a user in the URL answers the challenge", async () => {
  expect(await get("basic")).toMatchObject({ status: 401, body: "who are you" });
  const url = `${other.url.replace("//", "//user:pa%20ss@")}basic`;
  const answer = await curl.request({ url });
  expect(answer.body).toBe(`Basic ${Buffer.from("user:pa ss").toString("base64")}`);
});

test("curl always asks the target: no cache, no service worker", async () => {
  const first = await get("cached");
  expect((await get("cached")).body).not.toBe(first.body);
  const local = await openPage(browser.chromium, `${target.url}scoped/x`);
  await evaluate(
    local,
    `navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).then(() => 1)`,
  );
  await local.send("Page.reload");
  await expect.poll(() => evaluate(local, `fetch("/scoped/echo").then((r) => r.text())`)).toBe("from the worker");
  expect((await get("scoped/echo")).body).toBe("from the target");
  await evaluate(
    local,
    "navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((r) => r.unregister()))).then(() => 1)",
  );
  await local.send("Page.close");
});

test("curl reaches IPv6, names under localhost and international names; the fragment is not sent", async () => {
  expect((await curl.request({ url: `${other.url}echo?q=ü#part` })).status).toBe(200);
  expect(last().url).toBe("/echo");
  await curl.request({ url: `http://bücher.localhost:${target.port}/echo` });
  expect(last().headers.host).toBe(`xn--bcher-kva.localhost:${target.port}`);
});
