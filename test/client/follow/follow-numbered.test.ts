import { expect, test } from "vitest";
import { followNumbered, type NumberedOptions } from "../../../src/client/follow/follow-numbered.ts";
import type { CliError } from "../../../src/core/errors.ts";
import type { FollowItem } from "../../../src/core/follow-item.ts";
import { operation } from "../../../src/generated/operations/telemetry.stream.ts";
import { type EventServer, type EventServerOptions, eventServer, frame } from "../../support/servers/event-server.ts";
import { apiClient } from "../../support/service/api-client.ts";

interface Numbered {
  readonly seq?: number;
  readonly ts?: number;
}

const schema = { type: "object", properties: { seq: { type: "integer" } } };

/** An event with a number; its time is the number too unless it says otherwise. */
function event(seq: number, ts = seq): string {
  return JSON.stringify({ seq, ts });
}

function frames(...events: readonly string[]): string {
  return events.map(frame).join("");
}

function server(plays: EventServerOptions["plays"]): Promise<EventServer> {
  return eventServer({ events: [], path: "/browsers/shop/telemetry/stream", plays: plays ?? [] });
}

interface Followed {
  /** Numbers of the events, and the reasons of what came between them. */
  readonly items: (number | string)[];
  readonly error?: CliError;
}

/** Follows until the session of the server has ended: after so many streams. */
async function follow(
  events: EventServer,
  { endsAfter, ...options }: Partial<NumberedOptions> & { readonly endsAfter: number },
): Promise<Followed> {
  const client = apiClient(events);
  const stream = followNumbered({
    client,
    request: { ...client.request(operation, { params: { id: "shop" } }), answer: { kind: "sse", status: 200, schema } },
    signal: new AbortController().signal,
    placeOf: ({ seq, ts = 0 }: Numbered) => (seq === undefined ? undefined : { number: seq, time: ts }),
    isOver: async () => events.asked.length >= endsAfter,
    ...options,
  });
  const items: (number | string)[] = [];
  try {
    for await (const batch of stream) items.push(...batch.flatMap(textOf));
    return { items };
  } catch (error) {
    return { items, error: error as CliError };
  }
}

function textOf(item: FollowItem<object>): (number | string)[] {
  if (item.kind === "event") return [(item.value as Numbered).seq ?? item.raw];
  if (item.kind === "gap") return [`${item.reason} after ${item.after}`];
  return item.kind === "reconnecting" ? [item.reason] : [];
}

test("a broken stream is resumed after the last number, and no event comes twice", async () => {
  const events = await server([
    { frames: frames(event(1), event(2)), afterwards: "reset" },
    { frames: frames(event(2), event(3)), afterwards: "end" },
    { frames: frames(event(4)), afterwards: "end" },
  ]);
  const { items, error } = await follow(events, { endsAfter: 3 });
  expect(error).toBeUndefined();
  expect(items.filter((item) => typeof item === "number")).toEqual([1, 2, 3, 4]);
  expect(items).toContain("it ended too early");
  expect(events.resumed).toEqual([undefined, "2", "3"]);
});

test("numbers that were left out are a gap, and so is a count that begins anew", async () => {
  const events = await server([
    { frames: frames(event(1), event(2), event(5), event(7)), afterwards: "end" },
    { frames: frames(event(1, 20), event(2, 21)), afterwards: "end" },
  ]);
  const { items } = await follow(events, { endsAfter: 2 });
  expect(items).toEqual([
    ...[1, 2, "2 events were dropped after 2", 5, "1 event was dropped after 5", 7],
    ...["it ended too early", "the numbers began anew; events may be missing after 7", 1, 2],
  ]);
});

test("events without a number pass, and a stream of several data lines is one event", async () => {
  const events = await server([{ frames: 'data: {"other":\ndata: 1}\n\n', afterwards: "end" }]);
  expect((await follow(events, { endsAfter: 1 })).items).toEqual(['{"other": 1}']);
});

test("data of another form breaks its connection, after the events before it", async () => {
  const bad = frame(JSON.stringify({ seq: "x" }));
  const events = await server([
    { frames: frames(event(1), event(2)) + bad, afterwards: "end" },
    { frames: frames(event(3)), afterwards: "end" },
  ]);
  const { items } = await follow(events, { endsAfter: 2 });
  expect(items).toEqual([1, 2, "an event of the stream has another form: seq must be integer, not string", 3]);
  expect(events.resumed).toEqual([undefined, "2"]);
});

test("404 while resuming ends it when what it followed has ended, and fails otherwise", async () => {
  const plays = [{ frames: frames(event(1)), afterwards: "end" as const }, { status: 404 }];
  const ended = await follow(await server(plays), { endsAfter: 2 });
  expect([ended.items, ended.error]).toEqual([[1, "it ended too early"], undefined]);
  const lost = await follow(await server(plays), { endsAfter: 9 });
  expect(lost.error?.exit).toBe("not-found");
});

test("a first connection that is refused fails as any call does", async () => {
  const events = await server([{ status: 501 }]);
  const { error } = await follow(events, { endsAfter: 9 });
  expect([error?.exit, error?.options.httpStatus]).toEqual(["failed", 501]);
  expect(events.asked).toHaveLength(1);
});

test("after the maximum of attempts without progress it gives up with exit 9", async () => {
  const events = await server([{ frames: frames(event(1)), afterwards: "end" }, { status: 503 }, { status: 503 }]);
  const { error, items } = await follow(events, { endsAfter: 9, maxReconnects: 1 });
  expect(items[0]).toBe(1);
  expect([error?.exit, error?.code]).toEqual(["outcome-unknown", "stream_broken"]);
  expect(error?.message).toContain("1 attempt to resume it brought nothing new");
});
