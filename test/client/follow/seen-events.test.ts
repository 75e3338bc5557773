import { describe, expect, test } from "vitest";
import { type Arrived, type FollowState, SeenEvents } from "../../../src/client/follow/seen-events.ts";
import { logEvent, stateEvent } from "../../support/servers/event-server.ts";

const arrived = (raw: string): Arrived => ({ raw, value: JSON.parse(raw) as Arrived["value"] });
const log = (nanos: number, message: string): Arrived => arrived(logEvent(nanos, message));
const ms = 1_000_000;

function seen(events: readonly Arrived[], { bounded = false, pieces = 7 } = {}): SeenEvents {
  const all = new SeenEvents(bounded);
  for (let at = 0; at < events.length; at += pieces) all.add(events.slice(at, at + pieces));
  return all;
}

/** Verdicts on the events of the next connection. */
function judged(all: SeenEvents, events: readonly Arrived[]): string[] {
  const replay = all.resumeFilter();
  return events.map((event) => replay.dedupe(event, event.value.event === "end"));
}

describe("what is repeated", () => {
  test("a repeated event is left out exactly as often as it was seen", () => {
    const twice = log(5 * ms, "same");
    const all = seen([log(0, "a"), twice, twice]);
    expect(judged(all, [twice, twice, twice, log(6 * ms, "b")])).toEqual(["seen", "seen", "new", "new"]);
  });
  test("a resumed stream starts a millisecond before the last event", () => {
    expect(seen([log(5 * ms, "a")]).since).toBe("2026-01-02T03:04:05.004000000Z");
    expect(seen([]).since).toBeUndefined();
  });
  test("repeated events other than logs are recognised, however often they occur", () => {
    const all = seen([arrived(stateEvent("queued")), arrived(stateEvent("running")), log(0, "a")]);
    const again = [stateEvent("queued"), stateEvent("running"), stateEvent("running"), stateEvent("failed")];
    expect(judged(all, again.map(arrived))).toEqual(["seen", "seen", "new", "new"]);
  });
  test("earlier events are left out when a service repeats the whole log", () => {
    const all = seen([log(0, "a"), log(5 * ms, "b")]);
    expect(judged(all, [log(0, "a"), log(5 * ms, "b"), log(6 * ms, "c")])).toEqual(["seen", "seen", "new"]);
  });
  test("a resumed stream does not start before the first requested time", () => {
    const all = seen([log(5 * ms, "a")], { bounded: true });
    expect(judged(all, [log(5 * ms - 1, "before"), log(5 * ms, "a"), log(5 * ms, "late")])).toEqual([
      "seen",
      "seen",
      "new",
    ]);
  });
  test("times are compared regardless of offset and fraction", () => {
    const event = (timestamp: string, message: string): Arrived =>
      arrived(JSON.stringify({ event: "log", timestamp, message }));
    const all = seen([event("2026-01-02T04:04:05.5+01:00", "a")]);
    expect(all.since).toBe("2026-01-02T03:04:05.499000000Z");
    const next = [event("2026-01-02T04:04:05.5+01:00", "a"), event("2026-01-02T03:04:05.5000000001Z", "b")];
    expect(judged(all, next)).toEqual(["seen", "new"]);
  });
  test("repeated long events are recognised", () => {
    const [one, other] = [log(0, "x".repeat(5_000)), log(0, `${"x".repeat(4_999)}y`)];
    expect(judged(seen([one]), [one, other])).toEqual(["seen", "new"]);
  });
});

describe("a gap", () => {
  test("a gap is reported once when a later event arrives before the last one is repeated", () => {
    const all = seen([log(0, "a"), log(5 * ms, "b")]);
    expect(judged(all, [log(7 * ms, "c"), log(8 * ms, "d")])).toEqual(["after-gap", "new"]);
  });
  test("a gap is reported when the end arrives before the last event is repeated", () => {
    const end = arrived('{"event":"end"}');
    expect(judged(seen([log(0, "a")]), [end])).toEqual(["after-gap"]);
    expect(judged(seen([log(0, "a")]), [log(0, "a"), end])).toEqual(["seen", "new"]);
    expect(judged(seen([arrived(stateEvent("running"))]), [end])).toEqual(["new"]);
  });
  test("neither another event nor a late one is a gap", () => {
    const all = seen([log(5 * ms, "b")]);
    const next = [arrived(stateEvent("running")), log(5 * ms, "late"), log(5 * ms, "b"), log(6 * ms, "c")];
    expect(judged(all, next)).toEqual(["new", "new", "seen", "new"]);
  });
  test("more events at one time than are kept are a gap, and none is repeated", () => {
    const many = Array.from({ length: 150_000 }, (_, at) => log(ms, `${at}`));
    const all = seen(many, { pieces: 500 });
    const verdicts = judged(all, [...many, log(2 * ms, "new"), log(3 * ms, "newer")]);
    expect(new Set(verdicts.slice(0, many.length))).toEqual(new Set(["seen"]));
    expect(verdicts.slice(many.length)).toEqual(["after-forgotten", "new"]);
  });
});

describe("times that go back", () => {
  test("times slightly out of order lose no event", () => {
    const events = [log(10 * ms, "a"), log(13 * ms, "b"), log(12 * ms, "c"), log(9 * ms, "d")];
    expect(judged(seen(events), [...events, log(9 * ms, "e")])).toEqual(["seen", "seen", "seen", "seen", "new"]);
  });
  test("times far out of order after thousands of events are a gap, and repeated events are left out", () => {
    const before = Array.from({ length: 5_000 }, (_, at) => log(3_600_000 * ms + at * ms, `${at}`));
    const after = [log(ms, "back"), log(2 * ms, "in time")];
    const all = seen([...before, ...after], { pieces: 100 });
    const verdicts = judged(all, [...before, ...after, log(3 * ms, "new"), log(4 * ms, "newer")]);
    expect(new Set(verdicts.slice(0, -2))).toEqual(new Set(["seen"]));
    expect(verdicts.slice(-2)).toEqual(["after-forgotten", "new"]);
  });
  test("times out of order on one connection lose no event", () => {
    const all = seen([log(3_600_000 * ms, "a")], { bounded: true });
    expect(judged(all, [log(3_600_000 * ms, "a"), log(ms, "an hour back")])).toEqual(["seen", "new"]);
  });
  test("events without a time are recognised by their text", () => {
    const plain = (message: string): Arrived => arrived(JSON.stringify({ event: "log", message }));
    const all = seen([plain("a"), plain("b")]);
    expect(all.since).toBeUndefined();
    expect(judged(all, [plain("a"), plain("b"), plain("b")])).toEqual(["seen", "seen", "new"]);
  });
});

describe("a checkpoint", () => {
  const kept = (all: SeenEvents): FollowState => JSON.parse(JSON.stringify(all.state())) as FollowState;
  test("a checkpoint recognises seen events", () => {
    const events = [log(0, "a"), log(5 * ms, "b"), log(5 * ms, "b"), arrived(stateEvent("running"))];
    const all = new SeenEvents(false, kept(seen(events)));
    expect([all.since, all.after]).toEqual(["2026-01-02T03:04:05.004000000Z", "2026-01-02T03:04:05.005000000Z"]);
    expect(judged(all, [...events, log(5 * ms, "b")])).toEqual(["seen", "seen", "seen", "seen", "new"]);
    expect(judged(all, [log(9 * ms, "c")])).toEqual(["after-gap"]);
  });
  test("a checkpoint stays small after many events", () => {
    const events = Array.from({ length: 20_000 }, (_, at) => log(at * ms, "x".repeat(2_000)));
    expect(JSON.stringify(seen(events, { pieces: 100 }).state()).length).toBeLessThan(1_000);
  });
  test("a checkpoint keeps that events before a time jump are unknown", () => {
    const before = [log(3_600_000 * ms, "a"), log(3_600_005 * ms, "b")];
    const all = new SeenEvents(false, kept(seen(before)));
    all.add([log(ms, "back")]);
    expect(judged(all, [...before, log(ms, "back"), log(2 * ms, "c")])).toEqual([
      "seen",
      "seen",
      "seen",
      "after-forgotten",
    ]);
  });
  test("a checkpoint keeps the first requested time", () => {
    const all = new SeenEvents(false, kept(seen([log(5 * ms, "a")], { bounded: true })));
    expect(judged(all, [log(5 * ms - 1, "before"), log(5 * ms, "a")])).toEqual(["seen", "seen"]);
  });
});
