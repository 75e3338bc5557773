import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { EventLog, endedLog } from "../../../src/service/jobs/event-log.ts";
import { messages, parseEvents } from "../../support/service/app.ts";
import { tempDir } from "../../support/service/service.ts";

const never = new AbortController().signal;

async function newLog(
  clock = new Clock(Date.UTC(2026, 0, 31)),
): Promise<{ log: EventLog; path: string; clock: Clock }> {
  const dir = await tempDir();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, "events");
  return { log: await EventLog.create(path, clock), path, clock };
}

async function text(blocks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const block of blocks) {
    // A heartbeat may come between two of them.
    expect(block.subarray(-2).toString()).toBe("\n\n");
    all.push(Buffer.from(block));
  }
  return Buffer.concat(all).toString();
}

describe("a log of events", () => {
  test("an event log is sent as it is stored, to followers before, during and after", async () => {
    const { log, path } = await newLog();
    const early = text(log.follow(undefined, never));
    await log.event({ event: "state", status: "running" });
    await log.lines(["one", 'two "quoted"\u0000\u2028']);
    const middle = text(log.follow(undefined, never));
    await log.lines(["three"]);
    await log.event({ event: "state", status: "over" });
    await log.end();
    const kept = await readFile(path, "utf8");
    expect(await early).toBe(kept);
    expect(await middle).toBe(kept);
    expect(await text(endedLog(path, undefined, never))).toBe(kept);
    const events = parseEvents(kept);
    expect(messages(events)).toEqual(["one", 'two "quoted"\u0000\u2028', "three"]);
    expect(Object.keys(events[0] ?? {})).toEqual(["event", "timestamp", "status"]);
  });

  test("since omits earlier lines, wherever it lies, but no state", async () => {
    const { log, path, clock } = await newLog();
    await log.event({ event: "state", n: 1 });
    await log.event({ event: "state", n: 2 });
    for (let at = 0; at < 300; at += 1) {
      await clock.advance(1_000);
      // Together larger than one read, so that the search has to jump.
      await log.lines([`a${at} ${"x".repeat(3_000)}`, `b${at} ${"ü".repeat(1_500)}`]);
    }
    await clock.advance(1_000);
    await log.event({ event: "state", n: 3 });
    const all = parseEvents(await readFile(path, "utf8"));
    const check = async (live: boolean): Promise<void> => {
      for (const at of [0, 2, 3, 4, 77, 301, 302, 400, 599, 601, 602]) {
        const since = all[at]?.timestamp ?? "";
        const stream = live ? log.follow(since, AbortSignal.timeout(0)) : endedLog(path, since, never);
        const got = parseEvents(live ? await untilIdle(stream) : await text(stream));
        const wanted = all.filter((each, index) => index >= at || each.event === "state");
        expect(
          got.map(({ timestamp }) => timestamp),
          `since event ${at}`,
        ).toEqual(wanted.map(({ timestamp }) => timestamp));
      }
    };
    await check(true);
    await log.end();
    await check(false);
    const later = parseEvents(await text(endedLog(path, "2027-01-01T00:00:00.000000000Z", never)));
    expect(later.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  test("since in the future omits lines that are written until then", async () => {
    const { log, clock } = await newLog();
    await log.event({ event: "state", n: 1 });
    await log.lines(["one"]);
    const later = text(log.follow("2026-01-31T00:00:05.000000000Z", never));
    await log.lines(["two"]);
    await log.event({ event: "state", n: 2 });
    await clock.advance(5_000);
    await log.lines(["three"]);
    await log.lines(["four"]);
    await log.end();
    const events = parseEvents(await later);
    expect(events.map((event) => event["n"] ?? event.message)).toEqual([1, 2, "three", "four"]);
  });

  test("since keeps every state after the last line", async () => {
    const { log, path, clock } = await newLog();
    await log.event({ event: "state", n: 1 });
    await log.lines(["one"]);
    await log.event({ event: "state", n: 2 });
    await log.event({ event: "state", n: 3 });
    await clock.advance(5_000);
    await log.event({ event: "state", n: 4 });
    await log.end();
    for (const since of ["2026-01-31T00:00:05.000000000Z", "2026-01-31T00:01:00.000000000Z"]) {
      const events = parseEvents(await text(endedLog(path, since, never)));
      expect(events.map((event) => event["n"] ?? event.message)).toEqual([1, 2, 3, 4]);
    }
  });

  test("a follower that is behind gets many events at once", async () => {
    const { log, path } = await newLog();
    for (let at = 0; at < 2_000; at += 1) await log.lines([`line ${at}`]);
    const stop = new AbortController();
    const seen: Buffer[] = [];
    for await (const block of log.follow(undefined, stop.signal)) {
      seen.push(block);
      if (block.includes("line 1999")) break;
    }
    expect(seen.length).toBeLessThan(10);
    expect(Buffer.concat(seen).toString()).toBe(await readFile(path, "utf8"));
    await log.end();
  });

  test("an event of megabytes is whole, for live followers and from the file", async () => {
    const { log, path } = await newLog();
    const follower = text(log.follow(undefined, never));
    const large = "\u0001".repeat(1_000_000);
    await log.lines(["before"]);
    await log.event({ event: "state", output: large });
    await log.end();
    expect(parseEvents(await follower)[1]?.["output"]).toBe(large);
    const since = parseEvents(await readFile(path, "utf8"))[1]?.timestamp;
    expect(parseEvents(await text(endedLog(path, since, never)))[0]?.["output"]).toBe(large);
  });

  test("a log whose service died in the middle of an event continues after the last complete one", async () => {
    const { log, path, clock } = await newLog();
    await log.lines(["one", "two"]);
    await log.end();
    const before = await readFile(path);
    await appendFile(path, 'data: {"event":"log","timestamp":"2026-01-31T00:00:0');
    const gone = await EventLog.resume(path, clock);
    expect(gone.last).toMatchObject({ message: "two" });
    await gone.log.lines(["three"]);
    await gone.log.end();
    const after = await readFile(path);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    const events = parseEvents(after.toString());
    expect(messages(events)).toEqual(["one", "two", "three"]);
    expect((events[2]?.timestamp ?? "") > (events[1]?.timestamp ?? "")).toBe(true);
  });

  test("an empty file is a log without events", async () => {
    const { log, path, clock } = await newLog();
    await log.end();
    expect(await text(endedLog(path, undefined, never))).toBe("");
    expect(await text(endedLog(path, "2026-01-01T00:00:00.000000000Z", never))).toBe("");
    const { log: again, last } = await EventLog.resume(path, clock);
    expect(last).toBeUndefined();
    await again.end();
  });

  test("a follower that is aborted ends at once", async () => {
    const { log } = await newLog();
    const gone = new AbortController();
    const following = text(log.follow(undefined, gone.signal));
    await log.lines(["one"]);
    gone.abort(new Error("gone"));
    await expect(following).rejects.toThrow("gone");
    await log.end();
  });
});

/** Events of a live stream that are available without waiting. */
async function untilIdle(blocks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  try {
    for await (const block of blocks) all.push(Buffer.from(block));
  } catch (error) {
    if ((error as Error).name !== "TimeoutError") throw error;
  }
  return Buffer.concat(all).toString();
}
