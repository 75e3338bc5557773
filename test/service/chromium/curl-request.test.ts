import { expect, test } from "vitest";
import { BrowserError, NetworkError } from "../../../src/service/chromium/browser-error.ts";
import { type CurlInput, checkCurlRequest } from "../../../src/service/chromium/curl/curl-request.ts";
import { netErrorOf } from "../../../src/service/chromium/curl/net-errors.ts";

function problems(input: CurlInput): string[] {
  try {
    checkCurlRequest(input);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(BrowserError);
    const { kind, problems } = error as BrowserError;
    expect(kind).toBe("invalid");
    return problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const url = "http://target.example/";

test("curl accepts only http and https", () => {
  for (const good of [url, "HTTPS://x", "http://user:pass@[::1]:8080/p?q#f"])
    expect(problems({ url: good })).toEqual([]);
  for (const bad of ["file:///etc/passwd", "data:,x", "javascript:1", "chrome://version", "ftp://x", "ws://x"])
    expect(problems({ url: bad })).toEqual([
      `url: is "${new URL(bad).protocol}", only http and https can be requested`,
    ]);
  for (const bad of ["", "target.example", "/p", "http://", "http://[", "http://a b/"])
    expect(problems({ url: bad })).toEqual(["url: is not an absolute URL"]);
});

test("curl refuses a body with a method that does not send one", () => {
  for (const method of ["GET", "HEAD", "DELETE", "OPTIONS"] as const)
    expect(problems({ url, method, body: "x" })).toEqual([
      `body: cannot be sent with ${method}, only with POST, PUT or PATCH`,
    ]);
  expect(problems({ url, body: "x" })).toHaveLength(1);
  for (const method of ["POST", "PUT", "PATCH"] as const) expect(problems({ url, method, body: "x" })).toEqual([]);
});

test("curl names every header that Chromium refuses, all at once, without values", () => {
  const refused = [
    "Host",
    "content-length",
    "Transfer-Encoding",
    "TE",
    "Upgrade",
    "Keep-Alive",
    "Trailer",
    "Cookie2",
    "Set-Cookie",
    "Proxy-Authorization",
    "Proxy-Connection",
    "proxy-anything",
  ];
  const headers = Object.fromEntries(refused.map((name) => [name, "secret"]));
  expect(problems({ url, headers })).toEqual(
    refused.map((name) => `headers.${name}: is set by the browser alone and cannot be given`),
  );
  expect(problems({ url, headers: { Connection: "upgrade", "Sec-Fetch-Dest": "empty" } })).toEqual([
    "headers.Connection: is set by the browser alone, only keep-alive and close can be given",
    'headers.Sec-Fetch-Dest: is always "document" in this browser',
  ]);
});

test("curl sends a header that is named like a member of every object", () => {
  expect(problems({ url, headers: { constructor: "x", toString: "x", valueOf: "x" } })).toEqual([]);
});

test("curl refuses malformed headers", () => {
  const headers = { "a b": "1", "": "1", "x-ok": "1", "X-OK": "2", nl: "a\nb", nul: "a\0", Referer: "nowhere" };
  expect(problems({ url, headers })).toEqual([
    "headers.a b: is not a valid header name",
    "headers.: is not a valid header name",
    "headers.X-OK: is given twice",
    "headers.nl: holds a line break or a NUL byte",
    "headers.nul: holds a line break or a NUL byte",
    "headers.Referer: is not an absolute http or https URL",
  ]);
  expect(problems({ url: "ftp://x", body: "x", headers })).toHaveLength(8);
});

test("every error that Chromium knows has its number, and an unknown one keeps its name", () => {
  expect(netErrorOf("net::ERR_NAME_NOT_RESOLVED")).toEqual({ number: -105, name: "ERR_NAME_NOT_RESOLVED" });
  expect(netErrorOf("ERR_CERT_AUTHORITY_INVALID").number).toBe(-202);
  expect(netErrorOf("net::ERR_FROM_THE_FUTURE")).toEqual({ number: -2, name: "ERR_FROM_THE_FUTURE" });
  expect(netErrorOf("gone")).toEqual({ number: -2, name: "ERR_FAILED" });
});

test("a network failure shows only the origin", () => {
  const failure = new NetworkError("https://user:pass@target.example/path?token=1", "net::ERR_CONNECTION_RESET");
  expect(failure.message).toBe('the request to "https://target.example" failed: ERR_CONNECTION_RESET');
  expect(failure).toMatchObject({ kind: "network" });
  expect(failure.netError).toEqual({ number: -101, name: "ERR_CONNECTION_RESET" });
});
