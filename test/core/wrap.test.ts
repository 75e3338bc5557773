import { expect, test } from "vitest";
import { wrap } from "../../src/core/wrap.ts";

test.each([
  ["one two three", 8, ["one two", "three"]],
  ["see https://example.com/a-long-one now", 8, ["see", "https://example.com/a-long-one", "now"]],
  ["https://example.com/a", 8, ["https://example.com/a"]],
  ["", 8, [""]],
  ["one two", Number.POSITIVE_INFINITY, ["one two"]],
])("wrap breaks %j at %i columns and cuts no word", (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});
