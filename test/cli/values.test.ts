import { describe, expect, test } from "vitest";
import type { FlagKind, FlagSpec } from "../../src/cli/declare/spec.ts";
import { headerFlags } from "../../src/cli/input/headers.ts";
import { flagValue } from "../../src/cli/input/values.ts";
import type { Found } from "../../src/core/errors.ts";

const valueOrProblems = ({ value: read, problems }: Found<unknown>): unknown =>
  problems.length > 0 ? problems.map(({ path, message }) => `${path}: ${message}`) : read;

function value(kind: FlagKind, words: readonly (string | boolean)[], more: Partial<FlagSpec> = {}): unknown {
  return valueOrProblems(
    flagValue({ name: "f", kind, summary: "", ...more }, words, () => Date.UTC(2026, 2, 1, 9, 30, 12)),
  );
}

describe("each kind of flag", () => {
  test.each<[FlagKind, string, unknown]>([
    ["string", "x y", "x y"],
    ["text", "@file", "@file"],
    ["integer", "7", 7],
    ["integer", "-7", -7],
    ["integer", "007", 7],
    ["integer", "7.5", ['--f: must be a whole number, not "7.5"']],
    ["integer", "1e3", ['--f: must be a whole number, not "1e3"']],
    ["integer", "", ['--f: must be a whole number, not ""']],
    ["integer", "0x10", ['--f: must be a whole number, not "0x10"']],
    ["number", "7.5", 7.5],
    ["number", "1e3", 1000],
    ["number", "NaN", ['--f: must be a number, not "NaN"']],
    ["number", "Infinity", ['--f: must be a number, not "Infinity"']],
    ["number", " ", ['--f: must be a number, not " "']],
    ["duration", "1m30s", 90_000],
    ["duration", "30", ['--f: "30" has no unit; write 30s or 30ms']],
    ["viewport", "1280x720", { width: 1280, height: 720 }],
    ["viewport", "1280X720@30", { width: 1280, height: 720, refresh_rate: 30 }],
    ["viewport", "1280", ['--f: must be WIDTHxHEIGHT, such as 1280x720, not "1280"']],
    ["viewport", "-1x5", ['--f: must be WIDTHxHEIGHT, such as 1280x720, not "-1x5"']],
  ])("%s %s", (kind, word, wanted) => {
    expect(value(kind, [word])).toEqual(wanted);
  });

  test.each<["seconds" | "milliseconds", string, unknown]>([
    ["seconds", "600", 600],
    ["seconds", "10m", 600],
    ["seconds", "1h30m", 5400],
    ["seconds", "-5", -5],
    ["seconds", "1500ms", ['--f: must be whole seconds, not "1500ms"']],
    ["milliseconds", "250", 250],
    ["milliseconds", "1.5s", 1500],
    ["seconds", "soon", ['--f: "soon" is not a duration; write one like 500ms, 30s, 5m, 2h or 1h30m']],
  ])("a duration of a field in %s: %s", (unit, word, wanted) => {
    expect(value("duration", [word], { unit })).toEqual(wanted);
  });

  test.each<[string, unknown]>([
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00.000Z"],
    ["24h", "2026-02-28T09:31:00.000Z"],
    ["2026-02-30", [expect.stringMatching(/^--f: must be a time such as .*, not "2026-02-30"$/)]],
    ["-1h", [expect.stringMatching(/not "-1h"$/)]],
  ])("a time is sent in UTC, and a duration back from the end of this minute: %s", (word, wanted) => {
    expect(value("time", [word])).toEqual(wanted);
  });

  test.each([
    ["5m", "5m"],
    ["5m ago", "5m"],
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
  ])("a start time is read: %s", (word, wanted) => {
    expect(value("since", [word])).toBe(wanted);
  });

  test("words with a meaning are converted to their values", () => {
    const meanings = { on: true, off: false };
    expect(value("enum", ["OFF"], { choices: ["on", "off"], meanings })).toBe(false);
    expect(value("pairs", ["a=on", "b=off"], { meanings })).toEqual({ a: true, b: false });
    expect(value("pairs", ["a=yes", "=on"], { meanings })).toEqual([
      '--f: must be NAME=on|off, not "a=yes"',
      '--f: must be NAME=on|off, not "=on"',
    ]);
  });

  test("the last value of a flag wins, unless the flag may be repeated", () => {
    expect(value("string", ["a", "b"])).toBe("b");
    expect(value("string", ["a", "b"], { repeat: true })).toEqual(["a", "b"]);
    expect(value("boolean", [true, false])).toBe(false);
    expect(value("integer", ["x", "2"], { repeat: true })).toEqual(['--f: must be a whole number, not "x"']);
  });

  test("a constant stands for a flag without a value", () => {
    expect(value("boolean", [true], { constant: {} })).toEqual({});
    expect(value("boolean", [true], { constant: "" })).toBe("");
  });

  test("choices are case-insensitive, and a similar one is suggested", () => {
    const choices = ["GET", "POST", "DELETE"];
    expect(value("enum", ["post"], { choices })).toBe("POST");
    expect(value("enum", ["POTS"], { choices })).toEqual([
      '--f: must be one of GET, POST, DELETE, not "POTS"; did you mean POST?',
    ]);
    expect(value("enum", ["toString"], { choices })).toEqual(['--f: must be one of GET, POST, DELETE, not "toString"']);
  });
});

describe("pairs", () => {
  test("a value of a pair may contain = or be empty, and a later pair replaces an earlier one", () => {
    expect(value("pairs", ["a=1=2", "b=", "c=x", "c=y"])).toEqual({ a: "1=2", b: "", c: "y" });
  });
  test("every invalid pair is reported", () => {
    expect(value("pairs", ["a", "=1", "b=2"])).toEqual([
      '--f: must be KEY=VALUE, not "a"',
      '--f: must be KEY=VALUE, not "=1"',
    ]);
  });
  test("the key of a pair cannot change the object's prototype", () => {
    const pairs = value("pairs", ["__proto__=x", "constructor=y"]) as object;
    expect(Object.getPrototypeOf(pairs)).toBe(Object.prototype);
    expect(JSON.stringify(pairs)).toBe('{"__proto__":"x","constructor":"y"}');
  });
});

describe("headers", () => {
  const headers = (...words: string[]): unknown => valueOrProblems(headerFlags(words));
  test("header names keep their case, values are trimmed, and repeated headers are joined", () => {
    expect(headers("Accept: a", "X-Empty:", "accept:b ", "X: a:b")).toEqual({
      Accept: "a, b",
      "X-Empty": "",
      X: "a:b",
    });
  });
  test.each([
    ["novalue", "--header: must be 'NAME: VALUE', not \"novalue\""],
    [": v", "--header: must be 'NAME: VALUE', not \": v\""],
    ["a b: v", "--header: must be 'NAME: VALUE', not \"a b\""],
    ["X: a\r\nY: b", "--header: the value of X has a line break"],
    ["X: a\0b", "--header: the value of X has a line break"],
  ])("header %j is refused", (word, wanted) => expect(headers(word)).toEqual([wanted]));
});
