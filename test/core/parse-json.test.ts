import { expect, test } from "vitest";
import { jsonProblem } from "../../src/core/json-syntax-error.ts";
import { isTooDeep, MAX_JSON_LEVELS, parseJson } from "../../src/core/parse-json.ts";

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("JSON is parsed to the limit of levels, and is an error with its place beyond it", () => {
  expect(parseJson(nested(MAX_JSON_LEVELS))).toHaveLength(1);
  const deep = nested(MAX_JSON_LEVELS + 1);
  expect(() => parseJson(deep)).toThrow(SyntaxError);
  expect(jsonProblem(deep)).toBe("line 1, column 1001: nested deeper than 1000 levels");
});

test.each([
  ["brackets in strings", JSON.stringify({ text: "[{".repeat(5_000) })],
  ["escaped quotes and backslashes", JSON.stringify({ a: `\\"${"[".repeat(5_000)}`, b: "\\", c: "{".repeat(5_000) })],
  ["a long list", JSON.stringify(Array.from({ length: 5_000 }, () => [{}]))],
])("%s are no levels", (_, text) => {
  expect(isTooDeep(text)).toBe(false);
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test("levels behind a string are counted, and an unfinished string ends the count", () => {
  expect(isTooDeep(`["\\\\",${nested(MAX_JSON_LEVELS)}]`)).toBe(true);
  expect(isTooDeep(`["\\",${nested(MAX_JSON_LEVELS + 1)}`)).toBe(false);
});
