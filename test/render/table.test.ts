import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { cut, tableLines } from "../../src/render/table.ts";

const rows = [
  ["s1", "cart"],
  ["s22", "x"],
];

test("columns are aligned with two spaces, without spaces at the end", () => {
  expect(tableLines(["ID", "NAME"], rows, 80)).toEqual(["ID   NAME", "s1   cart", "s22  x"]);
});

test("wide characters and emoji take their two cells", () => {
  const lines = tableLines(
    ["NAME", "N"],
    [
      ["日本", "1"],
      ["👩‍👩‍👧", "2"],
      ["abcdef", "3"],
    ],
    80,
  );
  expect(lines).toEqual(["NAME    N", "日本    1", "👩‍👩‍👧      2", "abcdef  3"]);
  expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
});

test("the widest columns give way first, with an ellipsis, down to eight cells", () => {
  const line = tableLines(undefined, [["a".repeat(30), "b".repeat(12)]], 24);
  expect(line).toEqual([`${"a".repeat(10)}…  ${"b".repeat(10)}…`]);
  const [narrow = ""] = tableLines(undefined, [["a".repeat(30), "b".repeat(30)]], 5);
  expect(narrow).toBe(`${"a".repeat(7)}…  ${"b".repeat(7)}…`);
});

test("a column that is to stay whole gives way last", () => {
  const row = ["i".repeat(24), "a".repeat(30), "b".repeat(24)];
  const whole = new Set([0]);
  expect(tableLines(undefined, [row], 60, undefined, whole)).toEqual([
    `${"i".repeat(24)}  ${"a".repeat(15)}…  ${"b".repeat(15)}…`,
  ]);
  expect(tableLines(undefined, [row], 30, undefined, whole)).toEqual([
    `${"i".repeat(9)}…  ${"a".repeat(7)}…  ${"b".repeat(7)}…`,
  ]);
});

test("no line is wider than the terminal while there is room to cut", () => {
  for (const width of [20, 21, 33, 79]) {
    const lines = tableLines(["A", "B"], [["日本語".repeat(9), "👩‍👩‍👧 text ".repeat(9)]], width);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
  }
});

describe("a cut text", () => {
  test.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["日本語", 4, "日…"],
    ["日本語", 5, "日本…"],
    ["👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ])("%s to %i", (text, width, wanted) => {
    expect(cut(text, width)).toBe(wanted);
  });
});

test("hostile cells and headings are shown, not obeyed", () => {
  const [heading, line] = tableLines(["\u001b]52;c;x\u0007"], [["a\u001b[2Jb\tc\nd\u202e"]], 200);
  expect(line).toBe("a␛[2Jb␉c␊d\\u202e");
  expect(heading).toBe("␛]52;c;x␇");
});

test("only the heading is styled", () => {
  expect(tableLines(["ID"], [["s1"]], 80, (text) => `<${text}>`)).toEqual(["<ID>", "s1"]);
});

test("no rows and no columns are no trouble", () => {
  expect(tableLines(["ID"], [], 80)).toEqual(["ID"]);
  expect(tableLines(undefined, [], 80)).toEqual([]);
});
