import { expect, test } from "vitest";
import { table } from "../../src/core/table.ts";

test("a table has the facts that it was given, and none for the members of every object", () => {
  const sizes = table<number>({ small: 1, large: 3 });
  expect(["small", "large", "other", "constructor", "toString", "__proto__"].map((word) => sizes.get(word))).toEqual([
    1,
    3,
    ...Array(4).fill(undefined),
  ]);
});
