import { createServer } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type FollowOptions, followStream } from "../../../src/client/follow/follow-stream.ts";
import type { CliError } from "../../../src/core/errors.ts";
import type { FollowItem } from "../../../src/core/follow-item.ts";
import { operation } from "../../../src/generated/operations/invocations.events.ts";
import {
  type EventServer,
  eventServer,
  frame,
  heartbeat,
  invocationId,
  logEvent,
  stateEvent,
} from "../../support/servers/event-server.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { apiClient } from "../../support/service/api-client.ts";
import { outcomeInFastTime } from "../../support/service/fast-time.ts";
import { heldTimers } from "../../support/service/held-timers.ts";

const ms = 1_000_000;
const [a, b, c] = [logEvent(0, "a"), logEvent(5 * ms, "b"), logEvent(10 * ms, "c")];
const [running, done] = [stateEvent("running"), stateEvent("succeeded")];
const events = [running, a, b, c, done];
/** Bytes after which `b` is whole. */
const afterB = Buffer.byteLength(`retry: 1\n\n${[running, a, b].map(frame).join("")}`);

interface Followed {
  /** The events' texts or states, and gaps and reconnections by their kind. */
  said: string[];
  items: FollowItem[];
  error?: CliError;
  /** The status of the event that ended it. */
  end?: unknown;
}

/** Follows the invocation of a server to its end. */
async function follow(
  server: Pick<EventServer, "url">,
  { local = false, ...options }: Partial<FollowOptions> & { local?: boolean } = {},
): Promise<Followed> {
  const { signal = new AbortController().signal } = options;
  const client = apiClient(server, { signal, local });
  const items: FollowItem[] = [];
  const ended = (status: unknown): boolean => status === "succeeded" || status === "failed";
  const stream = followStream({
    client,
    operation,
    params: { id: invocationId },
    since: undefined,
    isEnd: ({ invocation }) => ended((invocation as { status?: unknown } | undefined)?.status),
    ...options,
    signal,
  });
  const said = (): string[] =>
    items.flatMap((item) => {
      if (item.kind === "connected") return [];
      if (item.kind !== "event") return [item.kind];
      const { message, invocation, event } = item.value;
      return [message ?? (invocation as { status?: string } | undefined)?.status ?? event];
    });
  try {
    for (;;) {
      const { done: over, value } = await stream.next();
      if (over) return { said: said(), items, end: (value?.["invocation"] as { status?: string } | undefined)?.status };
      items.push(...value);
    }
  } catch (error) {
    return { said: said(), items, error: error as CliError };
  }
}

const whole = ["running", "a", "b", "c", "succeeded"];
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("a stream that breaks", () => {
  test.each(["reset", "end"] as const)("a stream broken by %s continues after the last event", async (afterwards) => {
    const server = await eventServer({ events, plays: [{ bytes: afterB, afterwards }] });
    const followed = await follow(server);
    expect(followed.said.filter((each) => each !== "reconnecting")).toEqual(whole);
    expect([followed.end, server.asked]).toEqual(["succeeded", [undefined, "2026-01-02T03:04:05.004000000Z"]]);
    expect(followed.said.filter((each) => each === "reconnecting")).toHaveLength(1);
  });
  test("a silent stream is resumed", async () => {
    const server = await eventServer({ events, plays: [{ bytes: afterB, afterwards: "hold" }] });
    const followed = await follow(server, { idleTimeoutMs: 200 });
    expect(followed.said).toEqual(["running", "a", "b", "reconnecting", "c", "succeeded"]);
    expect(followed.items).toContainEqual(
      expect.objectContaining({ reason: "no data received for 0.2 s", attempt: 1 }),
    );
  });
  test("data before the idle limit restarts the limit", async () => {
    const pieces = [": quiet\n\n", frame(heartbeat), ": quiet\n\n", [c, done].map(frame).join("")];
    const server = await eventServer({ events, plays: [{ bytes: afterB, steps: pieces }] });
    const timer = setInterval(() => server.step(), 150);
    try {
      expect((await follow(server, { idleTimeoutMs: 400 })).said).toEqual(whole);
    } finally {
      clearInterval(timer);
    }
  });
  test("a slow reader does not count as silence", async () => {
    const timers = heldTimers();
    const server = await eventServer({ events, plays: [{ bytes: afterB, steps: [[c, done].map(frame).join("")] }] });
    const client = apiClient(server);
    const { signal } = client.options;
    const isEnd: FollowOptions["isEnd"] = ({ invocation }) =>
      (invocation as { status?: string } | undefined)?.status === "succeeded";
    const options = { client, operation, params: { id: invocationId }, since: undefined, signal, isEnd };
    const kinds: string[] = [];
    for await (const items of followStream({ ...options, idleTimeoutMs: 100 })) {
      kinds.push(...items.map(({ kind }) => kind));
      if (kinds.length !== 4) continue;
      // Longer than the limit.
      await timers.pass(150);
      server.step();
    }
    expect(kinds).toEqual(["connected", "event", "event", "event", "event", "event"]);
  });
  test.each([
    ["that is not JSON", "data: hello\n\n", "an event of the stream is not JSON"],
    ["that is no object", "data: 5\n\n", "an event of the stream is not a JSON object"],
  ])("data %s breaks the connection", async (_, bad, reason) => {
    const frames = [running, a].map(frame).join("") + bad;
    const followed = await follow(await eventServer({ events, plays: [{ frames }] }));
    expect(followed.said).toEqual(["running", "a", "reconnecting", "b", "c", "succeeded"]);
    expect(followed.items).toContainEqual(expect.objectContaining({ kind: "reconnecting", reason }));
  });
  test("error events are yielded, and heartbeats are not", async () => {
    const error = JSON.stringify({
      event: "error",
      timestamp: "2026-01-02T03:04:05Z",
      error: { code: "x", message: "y" },
    });
    const followed = await follow(await eventServer({ events: [heartbeat, running, error, heartbeat, done] }));
    expect(followed.said).toEqual(["running", "error", "succeeded"]);
  });
  test("event data in several lines is given in one line", async () => {
    const frames = `data: {"event":"log",\ndata: "message":"a"}\n\n${frame(done)}`;
    const { items } = await follow(await eventServer({ events, plays: [{ frames }] }));
    expect(items[1]).toMatchObject({ raw: '{"event":"log", "message":"a"}', value: { message: "a" } });
  });
});

describe("answers while it is taken up again", () => {
  test.each([500, 502, 503, 429, 408, 504, 409])("status %i of a reconnection is tried again", async (status) => {
    const refusal = { status, headers: { "retry-after-ms": "1" } };
    const server = await eventServer({ events, plays: [{ bytes: afterB }, refusal, refusal] });
    const followed = await follow(server);
    expect(followed.said.filter((each) => each !== "reconnecting")).toEqual(whole);
    expect(followed.said.filter((each) => each === "reconnecting")).toHaveLength(3);
  });
  test.each([
    [400, "failed"],
    [401, "auth"],
    [403, "auth"],
    [404, "not-found"],
    [501, "failed"],
  ])("status %i of a reconnection ends the stream", async (status, exit) => {
    const { error } = await follow(await eventServer({ events, plays: [{ bytes: afterB }, { status }] }));
    expect(error).toMatchObject({ exit, message: `refused with ${status}` });
  });
  test.each([
    ["a page of a proxy", { frames: "<html>", headers: { "content-type": "text/html" } }],
    ["204", { status: 204 }],
    ["a redirect to another origin", { status: 302, headers: { location: "http://login.example/" } }],
  ])("a reconnection is tried again after %s", async (_, play) => {
    const { said } = await follow(await eventServer({ events, plays: [{ bytes: afterB }, play, play] }));
    expect(said.filter((each) => each !== "reconnecting")).toEqual(whole);
    expect(said.filter((each) => each === "reconnecting")).toHaveLength(3);
  });
  test("a reconnection waits for Retry-After", async () => {
    const refusal = { status: 503, headers: { "retry-after": "1" } };
    const { items } = await follow(await eventServer({ events, plays: [{ bytes: afterB }, refusal] }));
    expect(items).toContainEqual({ kind: "reconnecting", reason: "refused with 503", attempt: 2, inMs: 1_000 });
  });
  test("a first connection fails like any call", async () => {
    const refused = await follow(await eventServer({ events, plays: [{ status: 404 }] }));
    expect(refused.error).toMatchObject({ exit: "not-found" });
    const page = { frames: "<html>", headers: { "content-type": "text/html" } };
    const { error } = await follow(await eventServer({ events, plays: [page] }));
    expect(error).toMatchObject({ exit: "failed", code: "bad_answer" });
  });
});

describe("a service whose process is gone after the first line", () => {
  /** A service that accepts no connection after the first one. */
  async function vanishing(): Promise<{ url: string }> {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", connection: "close" });
      server.close();
      response.end(`retry: 1\n\n${frame(a)}`);
    });
    const { url } = await onLoopback(server);
    onTestFinished(() => void server.listen(0, "127.0.0.1"));
    return { url };
  }
  test("a local service counts as gone after 12 s, with its own exit", async () => {
    const call = follow(await vanishing(), { local: true, maxReconnects: 1_000 });
    const { error, said } = (await outcomeInFastTime(call)) as Followed;
    expect(said[0]).toBe("a");
    expect(error).toMatchObject({
      exit: "unreachable",
      code: "stream_broken",
      options: { hint: "browserctl local start" },
    });
    expect(error?.message).toMatch(
      /^the stream ended early, and the local service did not come back within 12 s: .*refused/,
    );
  });
  test("a hosted service is retried as often as allowed", async () => {
    const call = follow(await vanishing(), { maxReconnects: 2 });
    const { error } = (await outcomeInFastTime(call)) as Followed;
    expect(error).toMatchObject({ exit: "outcome-unknown" });
  });
});

describe("reconnections in a row", () => {
  test("reconnections without progress are limited", async () => {
    const server = await eventServer({ events, plays: [{ bytes: afterB }, ...times(4, { bytes: 30 })] });
    const { error, said } = await follow(server, { maxReconnects: 3 });
    expect(error).toMatchObject({ exit: "outcome-unknown", code: "stream_broken" });
    expect(said).toEqual(["running", "a", "b", ...times(3, "reconnecting")]);
    expect(server.asked).toHaveLength(4);
  });
  test("a limit of 0 allows no reconnection", async () => {
    const server = await eventServer({ events, plays: [{ bytes: afterB }] });
    const { error } = await follow(server, { maxReconnects: 0 });
    expect([error?.exit, server.asked.length]).toEqual(["outcome-unknown", 1]);
  });
  test("a new event resets the count of reconnections", async () => {
    const bytes = [40, 40, afterB, 40, 40];
    const server = await eventServer({ events, plays: bytes.map((each) => ({ bytes: each })) });
    const followed = await follow(server, { maxReconnects: 3 });
    expect(followed.said.filter((each) => each !== "reconnecting")).toEqual(whole);
  });
  test("a heartbeat on a connection that was open for a while counts as progress", async () => {
    // Each connection ends on its last piece; the heartbeat before comes well after a third of the limit.
    let server: EventServer | undefined;
    const plays = times(3, { frames: frame(running), steps: [...times(9, frame(heartbeat)), frame("broken")] });
    server = await eventServer({ events, plays });
    const timer = setInterval(() => server?.step(), 110);
    try {
      const followed = await follow(server, { maxReconnects: 1, idleTimeoutMs: 1_500 });
      expect(followed.said.filter((each) => each !== "reconnecting")).toEqual(whole);
    } finally {
      clearInterval(timer);
    }
  });
  test("a state that is repeated on each connection is not progress", async () => {
    const plays = (connection: number) => ({ frames: frame(stateEvent("running", { connection })) });
    const server = await eventServer({ events, plays });
    const { error } = await follow(server, { maxReconnects: 2 });
    expect([error?.exit, server.asked.length]).toEqual(["outcome-unknown", 3]);
    expect(error?.message).toContain("2 attempts to resume it brought nothing new");
  });
  test("an endless error body counts as silence", async () => {
    const plays = [{ bytes: afterB }, { status: 503, bytes: 5, afterwards: "hold" as const }];
    const followed = await follow(await eventServer({ events, plays }), { idleTimeoutMs: 400 });
    expect(followed.said).toEqual(["running", "a", "b", "reconnecting", "reconnecting", "c", "succeeded"]);
  });
});

describe("since", () => {
  test("since is sent as typed first, and as the time it meant on a reconnection", async () => {
    const cut = times(2, { bytes: 3 });
    const time = await eventServer({ events, plays: cut });
    await follow(time, { since: "2026-01-02T00:00:00Z" });
    expect(time.asked).toEqual(["2026-01-02T00:00:00Z", ...times(2, "2026-01-02T00:00:00.000000000Z")]);
    const duration = await eventServer({ events, plays: cut });
    const begin = Date.now() - 300_000;
    await follow(duration, { since: "5m" });
    const [first, ...later] = duration.asked;
    expect(first).toBe("5m");
    for (const each of later) {
      expect(each).toMatch(/^[\d-]+T[\d:.]+Z$/);
      expect(Math.abs(Date.parse(each ?? "") - begin)).toBeLessThan(5_000);
    }
    const none = await eventServer({ events, plays: cut });
    await follow(none);
    expect(none.asked).toEqual(times(3, undefined));
  });
  test("events before since are left out after a reconnection", async () => {
    const server = await eventServer({
      events: [running, logEvent(5 * ms - 1, "before"), b, c, done],
      plays: [{ frames: [running, b].map(frame).join("") }],
    });
    const followed = await follow(server, { since: "2026-01-02T03:04:05.005Z" });
    expect(followed.said).toEqual(["running", "b", "reconnecting", "c", "succeeded"]);
  });
});

describe("a gap", () => {
  test("a gap is reported when the service does not repeat the last event", async () => {
    const plays = [{ bytes: afterB }, { frames: [running, c, done].map(frame).join("") }];
    const { items, said } = await follow(await eventServer({ events, plays }));
    expect(said).toEqual(["running", "a", "b", "reconnecting", "gap", "c", "succeeded"]);
    expect(items.find(({ kind }) => kind === "gap")).toMatchObject({ after: "2026-01-02T03:04:05.005000000Z" });
  });
  test("a gap is reported before the end when the log is gone", async () => {
    const plays = [{ bytes: afterB }, { frames: frame(done) }];
    const { said } = await follow(await eventServer({ events, plays }));
    expect(said).toEqual(["running", "a", "b", "reconnecting", "gap", "succeeded"]);
  });
});

describe("the present", () => {
  test("the present is not reached before the first event, nor by a heartbeat", async () => {
    const timers = heldTimers();
    const plays = [{ frames: frame(heartbeat), steps: [[...events.slice(0, -1)].map(frame).join("")] }];
    const server = await eventServer({ events, plays });
    const followed = follow(server, { stopAfterMs: 50 });
    await server.connected(1);
    // Longer than the silence that means the present.
    await timers.pass(300);
    server.step();
    vi.useRealTimers();
    expect(await followed).toMatchObject({ said: whole.slice(0, -1), end: undefined });
  });
  test("the present is reached by an event later than the start", async () => {
    const later = JSON.stringify({
      event: "log",
      timestamp: new Date(Date.now() + 60_000).toISOString(),
      message: "z",
    });
    const plays = [{ frames: [running, a, later].map(frame).join(""), afterwards: "hold" as const }];
    const followed = await follow(await eventServer({ events, plays }), { stopAfterMs: 20_000 });
    expect([followed.said, followed.end, followed.error]).toEqual([["running", "a", "z"], undefined, undefined]);
  });
  test("the present is reached when no more events arrive", async () => {
    const server = await eventServer({ events, plays: [{ bytes: afterB, afterwards: "hold" }] });
    const followed = await follow(server, { stopAfterMs: 100 });
    expect([followed.said, followed.error]).toEqual([["running", "a", "b"], undefined]);
  });
  test("the present is not reached by a stream that breaks", async () => {
    const server = await eventServer({ events, plays: [{ bytes: afterB, afterwards: "reset" }] });
    const followed = await follow(server, { stopAfterMs: 20_000 });
    expect(followed.said.filter((each) => each !== "reconnecting")).toEqual(whole);
  });
});

test("a followed stream ends at once with the command, and leaves no connection", async () => {
  const server = await eventServer({ events, plays: [{ bytes: afterB, afterwards: "hold" }] });
  const stop = new AbortController();
  const followed = follow(server, { signal: stop.signal });
  await server.connected(1);
  stop.abort(new Error("stopped"));
  expect((await followed).error?.message).toBe("stopped");
  await expect.poll(() => server.open).toBe(0);
});
