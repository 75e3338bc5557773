import http2 from "node:http2";
import https from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BrowserCurl, type CurlInput } from "../../../src/service/chromium/curl/curl.ts";
import {
  httpTarget,
  keyPair,
  listen,
  rawTarget,
  startBrowser,
  type Target,
  type TestBrowser,
} from "../../support/servers/curl-target.ts";

let browser: TestBrowser;
let curl: BrowserCurl;
let raw: Target;
let redirects: Target;

const head = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`;
/** Each ends its connection after its output, unless it says otherwise. */
const answers: Record<string, string | Buffer> = {
  "/garbage": "no protocol at all\n\n",
  "/old": "<html>HTTP 0.9",
  "/nothing": "",
  "/many-headers": `HTTP/1.1 200 OK\r\n${`X-H: ${"y".repeat(900)}\r\n`.repeat(400)}\r\nbody`,
  "/long-header": head(`X-Long: ${"y".repeat(200_000)}\r\nContent-Length: 2`).concat("ok"),
  "/bytes": Buffer.from(`${head(`X-Utf: ${"é日"}\r\nX-A: 1\r\nx-a: 2\r\nX-A: 1, 2\r\nContent-Length: 2`)}ok`),
  "/latin": Buffer.from(`${head("X-Latin: caf\xe9 \x80\xff\r\nContent-Length: 2")}ok`, "latin1"),
  "/continue": `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${head("Content-Length: 2")}ok`,
  "/odd": "HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok",
  "/until-close": `${head("Content-Type: text/plain")}all of it`,
  "/two-lengths": head("Content-Length: 2\r\nContent-Length: 3").concat("ok"),
  "/short": head("Content-Length: 1000").concat("ok"),
  "/short-large": head("Content-Length: 1000000").concat("ok"),
  "/switch": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
};

beforeAll(async () => {
  browser = await startBrowser();
  curl = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs);
  raw = await rawTarget((path, socket) => {
    if (path === "/reset") socket.resetAndDestroy();
    else if (path === "/silent") return;
    else if (path === "/drip") {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-H: 1\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
    } else if (path === "/events") {
      socket.write(head("Content-Type: text/event-stream"));
      const timer = setInterval(() => socket.write("data: x\n\n"), 20);
      socket.on("close", () => clearInterval(timer));
    } else if (path === "/stalled") socket.write(head("Content-Length: 1000").concat("ok"));
    else socket.end(answers[path] ?? "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
  });
  redirects = await httpTarget((request, response) => {
    const to = new URL(request.url ?? "", "http://target").searchParams.get("to") ?? request.url;
    response.writeHead(302, { location: to }).end();
  });
});

afterAll(async () => {
  await curl?.close();
  await Promise.all([browser?.stop(), raw?.stop(), redirects?.stop()]);
});

/** Number and name of the network error of a request. */
async function netError(url: string, input: Partial<CurlInput> = {}): Promise<string> {
  const outcome = await curl.request({ url, ...input }).catch((error) => error);
  expect(outcome).toMatchObject({ kind: "network" });
  return `${outcome.netError.number} ${outcome.netError.name}`;
}

const hop = (to: string) => `${redirects.url}?to=${encodeURIComponent(to)}`;

test("an error before there is a response names the problem", async () => {
  const closed = await rawTarget(() => {});
  await closed.stop();
  expect(await netError(closed.url)).toBe("-102 ERR_CONNECTION_REFUSED");
  expect(await netError("http://nowhere.invalid/")).toBe("-105 ERR_NAME_NOT_RESOLVED");
  expect(await netError("http://127.0.0.1:1/")).toBe("-312 ERR_UNSAFE_PORT");
  expect(await netError(`${raw.url}reset`)).toBe("-101 ERR_CONNECTION_RESET");
  expect(await netError(`${raw.url}nothing`)).toBe("-324 ERR_EMPTY_RESPONSE");
  expect(await netError(`${raw.url}switch`)).toBe("-324 ERR_EMPTY_RESPONSE");
  for (const path of ["garbage", "old"]) expect(await netError(raw.url + path)).toBe("-370 ERR_INVALID_HTTP_RESPONSE");
  expect(await netError(`${raw.url}many-headers`)).toBe("-325 ERR_RESPONSE_HEADERS_TOO_BIG");
  expect(await netError(`${raw.url}two-lengths`)).toBe("-346 ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH");
});

test("an error of a redirect names the problem", async () => {
  expect(await netError(redirects.url)).toBe("-310 ERR_TOO_MANY_REDIRECTS");
  for (const to of ["file:///etc/passwd", "data:text/plain,x", "chrome://version"])
    expect(await netError(hop(to))).toBe("-311 ERR_UNSAFE_REDIRECT");
  expect(await netError(hop("http://[bad"))).toBe("-303 ERR_INVALID_REDIRECT");
  expect(await netError(hop("http://nowhere.invalid/"))).toBe("-105 ERR_NAME_NOT_RESOLVED");
});

test("a truncated body is an error if its length was announced", async () => {
  expect(await netError(`${raw.url}short`)).toBe("-354 ERR_CONTENT_LENGTH_MISMATCH");
  expect(await netError(`${raw.url}short-large`)).toBe("-354 ERR_CONTENT_LENGTH_MISMATCH");
  expect((await curl.request({ url: `${raw.url}until-close` })).body).toBe("all of it");
});

test("our own time-out is -7, whatever the target does in the meantime", async () => {
  const paths = ["silent", "drip", "events", "stalled"];
  const errors = await Promise.all(paths.map((path) => netError(raw.url + path, { timeout_ms: 1000 })));
  expect(errors).toEqual(paths.map(() => "-7 ERR_TIMED_OUT"));
  expect((await curl.request({ url: `${raw.url}until-close` })).status).toBe(200);
});

test("odd responses are returned unchanged", async () => {
  expect(await curl.request({ url: `${raw.url}continue` })).toMatchObject({ status: 200, body: "ok" });
  expect(await curl.request({ url: `${raw.url}odd` })).toMatchObject({ status: 999, body: "ok" });
  const long = await curl.request({ url: `${raw.url}long-header` });
  expect(long.headers["x-long"]?.[0]).toHaveLength(200_000);
  const bytes = await curl.request({ url: `${raw.url}bytes` });
  expect(bytes.headers).toEqual({ "x-utf": ["é日"], "x-a": ["1", "2", "1, 2"], "content-length": ["2"] });
  expect((await curl.request({ url: `${raw.url}latin` })).headers["x-latin"]).toEqual(["caf\xe9 \x80\xff"]);
});

test("an error of a certificate or of TLS names the problem", async () => {
  const seen: Record<string, string> = {};
  for (const name of ["unknown", "expired", "elsewhere"] as const) {
    const server = await listen(
      https.createServer(await keyPair(name), (_, response) => response.end("x")),
      "https",
    );
    seen[name] = await netError(server.url);
    await server.stop();
  }
  expect(seen).toEqual({
    unknown: "-202 ERR_CERT_AUTHORITY_INVALID",
    expired: "-202 ERR_CERT_AUTHORITY_INVALID",
    elsewhere: "-202 ERR_CERT_AUTHORITY_INVALID",
  });
  expect(await netError(raw.url.replace("http:", "https:"))).toMatch(/^-1\d\d ERR_(SSL|CONNECTION)_/);
});

test("HTTP/2 works over a trusted certificate, including a stream reset", async () => {
  const server = http2.createSecureServer(await keyPair("trusted"));
  server.on("stream", (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => {
    stream.on("error", () => {});
    if (headers[":path"] === "/reset") {
      stream.respond({ ":status": 200, "content-length": 1000 });
      stream.write("ok", () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
      return;
    }
    stream.respond({ ":status": 200, "x-a": ["1", "2"], "set-cookie": ["h=2"] });
    stream.end(`${headers[":method"]} over ${stream.session?.alpnProtocol}`);
  });
  const target = await listen(server, "https");
  const answer = await curl.request({ url: target.url, method: "POST", body: "x" });
  expect(answer).toMatchObject({ status: 200, body: "POST over h2" });
  expect(answer.headers).toMatchObject({ "x-a": ["1", "2"], "set-cookie": ["h=2"] });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith(":"))).toEqual([]);
  expect(await netError(`${target.url}reset`)).toMatch(/^-(354|337) /);
  await target.stop();
});

test("errors never show user, password, path or query of the URL", async () => {
  const url = raw.url.replace("//", "//user:pass@").concat("reset?token=secret");
  const failure = await curl.request({ url, headers: { authorization: "secret" } }).catch((error) => error);
  expect(failure.message).toBe(`the request to "${raw.url.slice(0, -1)}" failed: ERR_CONNECTION_RESET`);
});
