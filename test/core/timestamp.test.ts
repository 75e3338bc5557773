import { expect, test } from "vitest";
import { ago, epochMs, millisecondBefore, sinceTimestamp, timestampAt, timestampOf } from "../../src/core/timestamp.ts";

test.each([
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000000000Z"],
  ["2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.100000000Z"],
  ["2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05.123456789Z"],
  ["2026-01-02T03:04:05.1234567891Z", "2026-01-02T03:04:05.123456789Z"],
  ["2026-01-02t03:04:05z", "2026-01-02T03:04:05.000000000Z"],
  ["2026-01-02 03:04:05Z", "2026-01-02T03:04:05.000000000Z"],
  ["2026-01-02T03:04:05.5+05:30", "2026-01-01T21:34:05.500000000Z"],
  ["2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000000000Z"],
  ["2026-01-02T03:04:05-00:00", "2026-01-02T03:04:05.000000000Z"],
  ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.000000000Z"],
  ["2017-01-01T00:59:60.25+01:00", "2016-12-31T23:59:60.250000000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000000Z"],
])("%s is the timestamp %s", (text, timestamp) => {
  expect(timestampOf(text)).toBe(timestamp);
});

test.each([
  undefined,
  7,
  "",
  "2026-01-02",
  "2026-01-02T03:04:05",
  "2026-01-02T03:04Z",
  "2026-02-30T03:04:05Z",
  "2026-13-02T03:04:05Z",
  "2026-01-02T24:04:05Z",
  "2026-01-02T03:04:05.Z",
  "2026-01-02T03:04:05+24:00",
  "2026-01-02T03:04:60Z",
  "2016-12-31T23:59:60+01:00",
  "2016-12-31T23:59:61Z",
  "0000-01-01T00:00:00+01:00",
  "5m",
])("%s is not a timestamp", (text) => {
  expect(timestampOf(text)).toBeUndefined();
});

test.each([
  ["2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05.122456789Z"],
  ["2026-01-02T03:04:05.000999999Z", "2026-01-02T03:04:04.999999999Z"],
  ["2026-01-01T00:00:00.000000000Z", "2025-12-31T23:59:59.999000000Z"],
  ["0050-01-01T00:00:00.000000001Z", "0049-12-31T23:59:59.999000001Z"],
  ["2016-12-31T23:59:60.000000000Z", "2016-12-31T23:59:59.999000000Z"],
])("a millisecond before %s is %s", (timestamp, before) => {
  expect(millisecondBefore(timestamp)).toBe(before);
});

test("the order of texts is that of time, nanosecond by nanosecond", () => {
  const times = [
    "2016-12-31T23:59:59.999999999Z",
    "2016-12-31T23:59:60Z",
    "2016-12-31T23:59:60.999999999Z",
    "2017-01-01T01:00:00+01:00",
    "2017-01-01T00:00:00.000000001Z",
  ];
  const timestamps = times.map((time) => timestampOf(time) ?? "");
  expect(timestamps.toSorted()).toEqual(timestamps);
  expect(new Set(timestamps).size).toBe(5);
});

test.each([
  ["2016-12-31T23:59:59.5Z", Date.UTC(2016, 11, 31, 23, 59, 59, 500)],
  ["2016-12-31T23:59:60Z", Date.UTC(2017, 0, 1)],
  ["2017-01-01T00:59:60.75+01:00", Date.UTC(2017, 0, 1)],
  ["2026-01-02T03:04:05.123456789Z", Date.UTC(2026, 0, 2, 3, 4, 5, 123)],
])("%s is %d in milliseconds", (text, ms) => {
  expect(epochMs(text)).toBe(ms);
});

test.each([undefined, null, "", "5m", "2026-01-02T03:04:60Z"])("%s has no time in milliseconds", (text) => {
  expect(epochMs(text)).toBeNaN();
});

test("a start is a time or a duration back from now", () => {
  const now = Date.UTC(2026, 0, 2);
  expect(sinceTimestamp("1h30m", now)).toBe(timestampAt(now - 5_400_000));
  expect(sinceTimestamp("2016-12-31T23:59:60Z", now)).toBe("2016-12-31T23:59:60.000000000Z");
  for (const text of ["", "5", "-5m", "yesterday", "99999999h", "2026-01-02"])
    expect(sinceTimestamp(text, now)).toBeUndefined();
  expect(ago(now, "2026-01-02T00:00:00Z")).toBeUndefined();
});
