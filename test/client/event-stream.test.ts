import { describe, expect, test } from "vitest";
import { type EventStreamOptions, eventStream } from "../../src/client/event-stream.ts";
import type { CliError } from "../../src/core/errors.ts";
import { operation } from "../../src/generated/operations/invocations.events.ts";
import {
  type EventServer,
  eventServer,
  frame,
  heartbeat,
  invocationId,
  logEvent,
} from "../support/servers/event-server.ts";
import { apiClient } from "../support/service/api-client.ts";

const [a, b] = [logEvent(0, "a"), logEvent(1, "b")];
const frames = [a, b].map(frame).join("");

function open(server: EventServer, options: Partial<EventStreamOptions> = {}): AsyncGenerator<object> {
  const client = apiClient(server);
  const request = client.request(operation, { params: { id: invocationId } });
  return eventStream({ client, request, signal: new AbortController().signal, ...options });
}

interface Read {
  readonly events: object[];
  readonly error?: CliError;
}

async function readAll(stream: AsyncGenerator<object>): Promise<Read> {
  const events: object[] = [];
  try {
    for await (const event of stream) events.push(event);
    return { events };
  } catch (error) {
    return { events, error: error as CliError };
  }
}

test("a stream gives its events, and ends with its connection", async () => {
  const server = await eventServer({ events: [a, b] });
  let opened = 0;
  const { events, error } = await readAll(open(server, { opened: () => (opened += 1) }));
  expect([events, error, opened]).toEqual([[JSON.parse(a), JSON.parse(b)], undefined, 1]);
  expect(server.asked).toHaveLength(1);
});

describe("the watchdog of a stream", () => {
  test("the watchdog ends a stream that is silent after a heartbeat", async () => {
    const server = await eventServer({ events: [], plays: [{ frames: frame(heartbeat), afterwards: "hold" }] });
    const { events, error } = await readAll(open(server, { idleTimeoutMs: 100 }));
    expect(events).toEqual([JSON.parse(heartbeat)]);
    expect([error?.exit, error?.code, error?.message]).toEqual([
      "unreachable",
      "stream_broken",
      "no data received for 0.1 s",
    ]);
    await expect.poll(() => server.open).toBe(0);
  });
  test("the watchdog ends a stream request without an answer", async () => {
    const server = await eventServer({ events: [], plays: [{ status: 500, bytes: 1 }] });
    const { error } = await readAll(open(server, { idleTimeoutMs: 100 }));
    expect([error?.exit, error?.message]).toEqual(["timeout", "no response within 0.1 s"]);
  });
  test("the watchdog does not end a silent stream without heartbeats", async () => {
    const quiet = await eventServer({ events: [], plays: [{ frames: frame(a), steps: [frame(b)] }] });
    const watched = await eventServer({ events: [], plays: [{ frames: frame(heartbeat), afterwards: "hold" }] });
    const stream = open(quiet, { idleTimeoutMs: 100 });
    expect((await stream.next()).value).toEqual(JSON.parse(a));
    const next = stream.next();
    // The limit has passed for the quiet stream too, which was silent first.
    expect((await readAll(open(watched, { idleTimeoutMs: 100 }))).error?.code).toBe("stream_broken");
    quiet.step();
    expect((await next).value).toEqual(JSON.parse(b));
    await stream.return(undefined);
  });
});

test.each([
  ["that is not JSON", "data: hello\n\n", "an event of the stream is not JSON"],
  ["that is a list", "data: []\n\n", "an event of the stream is not a JSON object"],
])("an event %s is exit 1", async (_, text, message) => {
  const server = await eventServer({ events: [], plays: [{ frames: frames + text }] });
  const { events, error } = await readAll(open(server));
  expect([events.length, error?.exit, error?.code, error?.message]).toEqual([2, "failed", "bad_answer", message]);
});

test("a connection that breaks is exit 5, after the events before it", async () => {
  const server = await eventServer({ events: [], plays: [{ frames, afterwards: "reset" }] });
  const { error } = await readAll(open(server));
  expect([error?.exit, error?.code, error?.message]).toEqual([
    "unreachable",
    "stream_broken",
    "the connection was lost",
  ]);
});

test("a stream ends at once with its signal, and leaves no connection", async () => {
  const server = await eventServer({ events: [], plays: [{ frames, afterwards: "hold" }] });
  const stop = new AbortController();
  const all = readAll(open(server, { signal: stop.signal }));
  await server.connected(1);
  stop.abort(new Error("stopped"));
  expect((await all).error?.message).toBe("stopped");
  await expect.poll(() => server.open).toBe(0);
});
