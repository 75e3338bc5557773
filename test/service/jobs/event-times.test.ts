import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { EventTimes, firstMsOf, sinceTime } from "../../../src/service/jobs/event-times.ts";

const start = Date.UTC(2026, 0, 31, 12);

describe("timestamps", () => {
  test("timestamps number the events of one millisecond, and restart with the next", async () => {
    const clock = new Clock(start);
    const times = new EventTimes(clock);
    expect([times.next(), times.next()]).toEqual(["2026-01-31T12:00:00.000000000Z", "2026-01-31T12:00:00.000000001Z"]);
    await clock.advance(1);
    expect(times.next()).toBe("2026-01-31T12:00:00.001000000Z");
  });

  test("timestamps never go back with the clock, nor repeat", () => {
    const clock = new Clock(start);
    const times = new EventTimes(clock);
    const before = times.next();
    clock.pin(start - 3_600_000);
    const after = times.next();
    expect(after > before).toBe(true);
    expect(after).toBe("2026-01-31T12:00:00.000000001Z");
  });

  test("timestamps move on to the next millisecond after a million events", () => {
    const times = new EventTimes(new Clock(start));
    let last = "";
    for (let at = 0; at < 1_000_001; at += 1) {
      const next = times.next();
      if (next <= last) throw new Error(`${next} after ${last}`);
      last = next;
    }
    expect(last).toBe("2026-01-31T12:00:00.001000000Z");
  });

  test("timestamps continue after the last one of an earlier run", () => {
    const times = new EventTimes(new Clock(start - 5_000), "2026-01-31T12:00:00.000000007Z");
    expect(times.next() > "2026-01-31T12:00:00.000000007Z").toBe(true);
  });
});

describe("since", () => {
  const clock = new Clock(start);
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["5m", "2026-01-31T11:55:00.000000000Z"],
    ["1h30m", "2026-01-31T10:30:00.000000000Z"],
    ["1.5s", "2026-01-31T11:59:58.500000000Z"],
    ["700h", "2026-01-02T08:00:00.000000000Z"],
    ["0s", "2026-01-31T12:00:00.000000000Z"],
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000000000Z"],
    ["2026-01-31t13:00:00.5+01:00", "2026-01-31T12:00:00.500000000Z"],
    ["2026-01-31T13:00:00.25 01:00", "2026-01-31T12:00:00.250000000Z"],
    ["2026-01-31T12:00:00.123456789Z", "2026-01-31T12:00:00.123456789Z"],
    ["2026-01-31T12:00:00.12345678901Z", "2026-01-31T12:00:00.123456789Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.000000000Z"],
    ["2017-01-01T00:59:60.25+01:00", "2016-12-31T23:59:60.250000000Z"],
  ])("since %s is %s", (given, wanted) => {
    expect(sinceTime(given, clock)).toBe(wanted);
  });

  test.each([
    "yesterday",
    "5",
    "9999999999999h",
    "-5m",
    "2026-01-31",
    "2026-13-31T12:00:00Z",
    "2026-02-30T12:00:00Z",
    "2026-01-31T12:00:60Z",
    "2026-01-31T24:00:00Z",
    "1769860800",
    "5m ago",
  ])("since %s is refused with both accepted forms", (given) => {
    expect(() => sinceTime(given, clock)).toThrow(
      expect.objectContaining({
        kind: "invalid",
        problems: [
          {
            path: "since",
            message: `must be an RFC 3339 time such as 2026-01-31T12:00:00Z, or a duration such as 5m, not "${given}"`,
          },
        ],
      }),
    );
  });
});

test.each([
  ["2026-01-31T12:00:00.000000000Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00.001000000Z", "2026-01-31T12:00:00.001Z"],
  ["2026-01-31T12:00:00.001000001Z", "2026-01-31T12:00:00.002Z"],
  ["2016-12-31T23:59:60.500000000Z", "2017-01-01T00:00:00.000Z"],
])("the first millisecond that is not before %s is %s", (timestamp, wanted) => {
  expect(new Date(firstMsOf(timestamp)).toISOString()).toBe(wanted);
});
