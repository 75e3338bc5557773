import { describe, expect, test } from "vitest";
import { Lifetime } from "../../src/core/abort.ts";
import { humanCell } from "../../src/render/cell.ts";
import { compileQuery, missingFields, selectFields } from "../../src/render/select.ts";
import { count, humanBytes, humanSeconds } from "../../src/render/sentence.ts";

test("fields keep their nesting and their order of asking", () => {
  const value = { a: 1, b: { c: 2, d: 3 }, e: null };
  expect(JSON.stringify(selectFields(value, ["b.d", "a", "b.c", "e", "x.y"]))).toBe(
    '{"b":{"d":3,"c":2},"a":1,"e":null}',
  );
  expect(selectFields([value, {}], ["a"])).toEqual([{ a: 1 }, {}]);
});

test("a field that no item has is pointed out", () => {
  expect(missingFields([{ a: 1 }, { b: 2 }], ["a", "b", "c"])).toEqual(["c"]);
  expect(missingFields([], ["a"])).toEqual([]);
});

test("an inherited property is not a field", () => {
  expect(selectFields({ a: 1 }, ["constructor", "__proto__", "toString.name"])).toEqual({});
  expect(missingFields({ a: 1 }, ["constructor"])).toEqual(["constructor"]);
});

test("a query is checked before it is used, and its own failures are usage errors", async () => {
  expect(await (await query("[].a"))([[{ a: 1 }, { a: 2 }], []])).toEqual([[1, 2], []]);
  await expect(query("[")).rejects.toMatchObject({ exit: "usage" });
  const length = await query("length(@)");
  await expect(length([7])).rejects.toMatchObject({ exit: "usage" });
});

test("a query whose result repeats a value too often is refused", async () => {
  const twice = Array.from({ length: 24 }, () => "[@,@]").join("|");
  const doubling = await query(twice);
  await expect(doubling([1])).rejects.toThrow(/its result has more than 10000000 members/);
});

function query(expression: string): ReturnType<typeof compileQuery> {
  return compileQuery(expression, new Lifetime());
}

describe("ages, sizes and counts", () => {
  test.each([
    [0, "0s"],
    [59.4, "59s"],
    [59.6, "1m"],
    [61, "1m 1s"],
    [3600, "1h"],
    [7500, "2h 5m"],
    [86_400, "1d"],
    [90_000, "1d 1h"],
    [-5, "0s"],
  ])("humanSeconds of %d seconds", (seconds, text) => expect(humanSeconds(seconds)).toBe(text));

  test.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KiB"],
    [1_468_006, "1.4 MiB"],
    [150 * 1024, "150 KiB"],
    [2 ** 50, "1024 TiB"],
  ])("humanBytes of %d bytes", (bytes, text) => expect(humanBytes(bytes)).toBe(text));

  test("the form falls back where the value is of another kind", () => {
    expect(humanCell({ a: "soon" }, "a", "age", 0)).toBe("soon");
    expect(humanCell({}, "a", "age", 0)).toBe("");
    expect(humanCell({ a: null }, "a", "bytes", 0)).toBe("");
    expect(humanCell({ a: "x" }, "a", "bytes", 0)).toBe("x");
    expect(humanCell({ a: "x" }, "a", "duration-seconds", 0)).toBe("x");
    expect(humanCell({ a: "x" }, "a", "size", 0)).toBe("x");
    expect(humanCell({ a: "2026-01-01T00:00:10Z" }, "a", "age", Date.parse("2026-01-01T00:00:00Z"))).toBe("0s ago");
  });
  test("count uses the singular for one", () =>
    expect([count(1, "session"), count(0, "session")]).toEqual(["1 session", "0 sessions"]));
});

test("a field called __proto__ is a member of the result, and changes no other object", () => {
  const value: unknown = JSON.parse('{"__proto__": {"yes": true, "deep": {"x": 1}}}');
  const chosen = selectFields(value, ["__proto__.yes", "__proto__.deep.x"]);
  expect(JSON.stringify(chosen)).toBe('{"__proto__":{"yes":true,"deep":{"x":1}}}');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect({}).not.toHaveProperty("yes");
});
