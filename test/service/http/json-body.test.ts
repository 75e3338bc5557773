import { describe, expect, test } from "vitest";
import { jsonSyntaxError } from "../../../src/core/json-syntax-error.ts";
import { ApiError } from "../../../src/service/api-error.ts";
import { parseJsonBody } from "../../../src/service/http/json-body.ts";

describe("the place of a syntax error", () => {
  test.each([
    ["", 1, 1, "the text ends, a value expected"],
    ["{", 1, 2, 'the text ends, a property name or "}" expected'],
    ['{"a" 1}', 1, 6, '":" expected, "1" found'],
    ['{"a": 1 "b": 2}', 1, 9, '"," or "}" expected, "\\"" found'],
    ['{"a": 1,}', 1, 9, 'a property name expected, "}" found'],
    ["[1, 2", 1, 6, 'the text ends, "," or "]" expected'],
    ["[1,]", 1, 4, 'a value expected, "]" found'],
    ["[01]", 1, 3, '"," or "]" expected, "1" found'],
    ['{"a": tru}', 1, 7, 'a value expected, "t" found'],
    ["{'a': 1}", 1, 2, 'a property name or "}" expected, "\'" found'],
    ['{\n"a": "x\ny"}', 2, 8, "a control character in a string must be escaped"],
    ['["abc', 1, 6, "the text ends, the string is not closed"],
    ['["a\\x"]', 1, 4, "unknown escape in a string"],
    ['["\\u12g4"]', 1, 3, "unknown escape in a string"],
    ["{} {}", 1, 4, 'nothing more expected, "{" found'],
    ['{\r\n  "a": 1,\r\n  "b": }', 3, 8, 'a value expected, "}" found'],
    ["[😀]", 1, 2, 'a value or "]" expected, "😀" found'],
  ])("the position of a syntax error is found in %j", (text, line, column, message) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonSyntaxError(text)).toEqual({ line, column, message });
  });

  test("every damaged text has a position of its syntax error, at most its end, even if JSON.parse gives none", () => {
    const whole = '{"a":[1,-2.5e+3,true,null,{"b":"x\\u00e9\\n\\"y"}],"c":{},"d":[]} ';
    const alphabet = '{}[],:"\\ 0-+.eEtfnu\u0001x\n';
    let damaged = 0;
    for (let at = 0; at < whole.length; at++) {
      for (const char of ["", ...alphabet]) {
        for (const text of [
          whole.slice(0, at) + char + whole.slice(at + 1),
          whole.slice(0, at) + char + whole.slice(at),
        ]) {
          if (isJson(text)) continue;
          damaged += 1;
          const { line, column } = jsonSyntaxError(text);
          const lines = text.split("\n");
          const offset = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
          expect(offset, text).toBeLessThanOrEqual(text.length);
          // The text before the error can continue as JSON, so the error is never reported too late.
          expect(offset, text).toBeGreaterThanOrEqual(Math.min(at - 7, text.length) < 0 ? 0 : at - 7);
        }
      }
    }
    expect(damaged).toBeGreaterThan(1_000);
  });

  test("the position of a syntax error is found at the deepest level, and no level below it is read", () => {
    expect(jsonSyntaxError("[".repeat(1_000))).toMatchObject({
      column: 1_001,
      message: expect.stringMatching(/the text ends/),
    });
    const deep = "[".repeat(500_000);
    expect(jsonSyntaxError(deep)).toEqual({ line: 1, column: 1_001, message: "nested deeper than 1000 levels" });
    expect(() => parseJsonBody(Buffer.from(deep))).toThrow(ApiError);
  });
});

test("a body of many strings is read without a long regular expression", () => {
  const text = JSON.stringify({ a: "\\".repeat(1_000_000), b: "x".repeat(1_000_000) });
  expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text));
  expect(jsonSyntaxError(`${text}x`).message).toMatch(/nothing more expected/);
});

test("a byte order mark is skipped, an empty body is undefined", () => {
  expect(parseJsonBody(Buffer.from("\ufeff{}"))).toEqual({});
  expect(parseJsonBody(Buffer.alloc(0))).toBeUndefined();
});

test("__proto__ is refused at any depth and in any spelling, and nothing else is", () => {
  for (const text of [
    '{"__proto__":1}',
    '[{"a":{"__proto__":{}}}]',
    '{"\\u005F\\u005fproto__":1}',
    '{"__pr\\u006Fto__":1}',
  ]) {
    expect(() => parseJsonBody(Buffer.from(text)), text).toThrow(ApiError);
  }
  expect(parseJsonBody(Buffer.from('{"a":"__proto__"}'))).toEqual({ a: "__proto__" });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
