import { once } from "node:events";
import { connect, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { HttpHeaders } from "../../src/client/http/headers.ts";
import type { RawRequest } from "../../src/client/request.ts";
import { retryDelay, retryFailure, retryStatus } from "../../src/client/retry.ts";
import { tracer } from "../../src/client/trace.ts";
import { type Answer, type ApiServer, apiServer, type Step } from "../support/servers/api-server.ts";
import { onLoopback } from "../support/servers/loopback.ts";
import { apiClient } from "../support/service/api-client.ts";

const now = { "retry-after": "0" };

function request(server: { url: string }, method: string, unsafe = false): RawRequest {
  const idempotent = ["GET", "HEAD", "PUT", "DELETE"].includes(method);
  const body = ["POST", "PATCH", "PUT"].includes(method) ? "{}" : undefined;
  return {
    method,
    url: new URL(`${server.url}/x`),
    accept: "*/*",
    body,
    contentType: body && "application/json",
    attempt: { idempotent, unsafe },
    operation: undefined,
  };
}

/** Sends one request to a service that answers so; gives how many attempts arrived and how it ended. */
async function tried(
  method: string,
  answers: Answer[],
  options: { unsafe?: boolean } = {},
): Promise<[attempts: number, end: unknown]> {
  const server: ApiServer = await apiServer(...answers.map((answer): Step => ({ request: `${method} /x`, answer })));
  const end = await apiClient(server, { retryUnsafe: options.unsafe === true })
    .send(request(server, method, options.unsafe))
    .then(
      ({ status }) => status,
      (error: { exit: string }) => error.exit,
    );
  return [server.requests.length, end];
}

/** An address where nobody listens: a connection has its port, so that no server of another test gets it. */
async function closedPort(): Promise<{ url: string }> {
  const { port } = await onLoopback(createServer());
  const holder = connect(port, "127.0.0.1").on("error", () => {});
  await once(holder, "connect");
  return { url: `http://127.0.0.1:${holder.localPort}` };
}

const fail = (status: number, headers: Record<string, string> = now): Answer => ({ status, headers });
const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

describe("safe methods are tried three times", () => {
  test.each(["GET", "HEAD", "PUT", "DELETE"])("%s is retried after 429, 502, 503 and 504", async (method) => {
    expect(await tried(method, [fail(502), fail(503), { status: 200 }])).toEqual([3, 200]);
    expect(await tried(method, [fail(429), fail(504), { status: 200 }])).toEqual([3, 200]);
  });
  test("a third failure ends the call", async () => {
    expect(await tried("GET", times(3, fail(503)))).toEqual([3, "failed"]);
    expect(await tried("GET", times(3, fail(429)))).toEqual([3, "rate-limited"]);
    expect(await tried("GET", times(3, fail(504)))).toEqual([3, "timeout"]);
  });
  test.each([400, 401, 404, 408, 409, 500, 501])("a GET is not repeated after status %i", async (status) => {
    const [attempts] = await tried("GET", [fail(status)]);
    expect(attempts).toBe(1);
  });
  test("GET is retried after a reset connection", async () => {
    expect(await tried("GET", [{ reset: true }, { status: 200 }])).toEqual([2, 200]);
  });
  test("x-should-retry: false stops retries, also on 429 with Retry-After", async () => {
    expect(await tried("GET", [fail(503, { ...now, "x-should-retry": "false" })])).toEqual([1, "failed"]);
    expect(await tried("POST", [fail(429, { ...now, "x-should-retry": "false" })])).toEqual([1, "rate-limited"]);
  });
});

describe("POST and PATCH are not repeated once they may have had an effect", () => {
  test.each(["POST", "PATCH"])("%s is not repeated after 5xx or a reset connection", async (method) => {
    for (const status of [500, 502, 503, 504]) expect((await tried(method, [fail(status)]))[0], String(status)).toBe(1);
    expect(await tried(method, [{ reset: true }])).toEqual([1, "unreachable"]);
  });
  test.each(["POST", "PATCH"])("%s is repeated on 429 only with Retry-After", async (method) => {
    expect(await tried(method, [fail(429), { status: 200 }])).toEqual([2, 200]);
    expect(await tried(method, [fail(429, {})])).toEqual([1, "rate-limited"]);
  });
  test("--retry-unsafe repeats POST and PATCH", async () => {
    expect(await tried("POST", [fail(502), { reset: true }, { status: 201 }], { unsafe: true })).toEqual([3, 201]);
    expect(await tried("POST", [fail(500)], { unsafe: true })).toEqual([1, "failed"]);
  });
  test("POST is repeated while there is no connection, with a note", async () => {
    const lines: string[] = [];
    const closed = await closedPort();
    const sending = apiClient(closed, { trace: tracer((line) => lines.push(line), false) }).send(
      request(closed, "POST"),
    );
    await expect(sending).rejects.toMatchObject({
      exit: "unreachable",
      message: `cannot reach ${closed.url}: connection refused`,
    });
    expect(lines.filter((line) => line.startsWith("> POST"))).toEqual([
      `> POST ${closed.url}/x`,
      `> POST ${closed.url}/x (attempt 2)`,
      `> POST ${closed.url}/x (attempt 3)`,
    ]);
  });
  test("a stopped local service is not retried, and the hint starts it", async () => {
    const lines: string[] = [];
    const closed = await closedPort();
    const sending = apiClient(closed, { local: true, trace: tracer((line) => lines.push(line), false) }).send(
      request(closed, "GET"),
    );
    await expect(sending).rejects.toMatchObject({ exit: "unreachable", options: { hint: "browserctl local start" } });
    expect(lines.filter((line) => line.startsWith(">") && line.includes("/x"))).toHaveLength(1);
  });
});

describe("a deletion that is repeated", () => {
  test("a repeated deletion succeeds when the record is gone", async () => {
    expect(await tried("DELETE", [{ reset: true }, fail(404)])).toEqual([2, 204]);
    expect(await tried("DELETE", [fail(503), fail(404)])).toEqual([2, 204]);
  });
  test("a 404 of the first attempt of a deletion is an error", async () => {
    expect(await tried("DELETE", [fail(404)])).toEqual([1, "not-found"]);
  });
});

describe("how long it waits", () => {
  const at = Date.parse("2026-01-02T03:04:05Z");
  test.each<[Record<string, string>, number]>([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Fri, 02 Jan 2026 03:04:08 GMT" }, 3000],
    [{ "retry-after": "Fri, 02 Jan 2026 03:04:00 GMT" }, 0],
    [{ "retry-after": "3600" }, 60_000],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after-ms": "-5" }, 0],
  ])("%j", (headers, ms) => {
    expect(retryDelay(1, new HttpHeaders(headers), at)).toBe(ms);
  });
  test("the wait is full jitter, doubling, without a readable Retry-After", () => {
    for (const headers of [
      undefined,
      new HttpHeaders({ "retry-after": "soon" }),
      new HttpHeaders({ "retry-after-ms": "x" }),
    ]) {
      const waits = (failed: number): number[] => Array.from({ length: 200 }, () => retryDelay(failed, headers, at));
      expect(Math.max(...waits(1))).toBeLessThanOrEqual(500);
      expect(Math.max(...waits(2))).toBeLessThanOrEqual(1000);
      expect(Math.max(...waits(20))).toBeLessThanOrEqual(8000);
      expect(Math.min(...waits(2))).toBeLessThan(500);
      expect(new Set(waits(1)).size).toBeGreaterThan(1);
    }
  });
  test("the wait for a retry ends with the command", async () => {
    const server = await apiServer({ request: "GET /x", answer: fail(503, { "retry-after": "60" }) });
    const ending = new AbortController();
    const sending = apiClient(server, {
      signal: ending.signal,
      trace: tracer((line) => line.startsWith("* attempt 2 in 60000 ms") && ending.abort(new Error("over")), false),
    }).send(request(server, "GET"));
    await expect(sending).rejects.toThrow("over");
  });
});

test("retryStatus and retryFailure follow each rule", () => {
  const safe = { idempotent: true, unsafe: false };
  const other = { idempotent: false, unsafe: false };
  const none = new HttpHeaders();
  expect([429, 502, 503, 504].map((status) => retryStatus(safe, status, none))).toEqual([true, true, true, true]);
  expect([200, 408, 409, 500, 501].map((status) => retryStatus(safe, status, none))).toEqual(Array(5).fill(false));
  expect(retryStatus(other, 429, none)).toBe(false);
  expect([retryFailure(other, true), retryFailure(other, false), retryFailure(safe, false)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(retryFailure({ idempotent: false, unsafe: true }, false)).toBe(true);
});
