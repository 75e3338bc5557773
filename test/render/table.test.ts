import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { Styled } from "../../src/core/styled.ts";
import {
  cut,
  readableLines as readable,
  tableLines as styledLines,
  type TableOptions,
} from "../../src/render/table.ts";

/** Lines of a table with their sequences. */
function tableLines(rows: readonly (readonly string[])[], options: TableOptions): string[] {
  return styledLines(rows, options).map(String);
}

function readableLines(rows: readonly (readonly string[])[], options: TableOptions): string[] | undefined {
  return readable(rows, options)?.map(String);
}

const rows = [
  ["s1", "cart"],
  ["s22", "x"],
];

test("columns are aligned with two spaces, without spaces at the end", () => {
  expect(tableLines(rows, { heading: ["ID", "NAME"], width: 80 })).toEqual(["ID   NAME", "s1   cart", "s22  x"]);
});

test("wide characters and emoji take their two cells", () => {
  const lines = tableLines(
    [
      ["日本", "1"],
      ["👩‍👩‍👧", "2"],
      ["abcdef", "3"],
    ],
    { heading: ["NAME", "N"], width: 80 },
  );
  expect(lines).toEqual(["NAME    N", "日本    1", "👩‍👩‍👧      2", "abcdef  3"]);
  expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
});

test("the widest columns give way first, with an ellipsis, down to eight cells", () => {
  const line = tableLines([["a".repeat(30), "b".repeat(12)]], { width: 24 });
  expect(line).toEqual([`${"a".repeat(10)}…  ${"b".repeat(10)}…`]);
});

test("a cell of any length and a list of any length are a table", () => {
  const [line] = tableLines([["a", "x".repeat(2e7)]], { width: 20 });
  expect(line).toBe(`a  ${"x".repeat(16)}…`);
  const many = Array.from({ length: 150_000 }, (_, at) => [String(at)]);
  expect(tableLines(many, { width: 80 })).toHaveLength(150_000);
});

test("a letter with more marks than a cell has room for is cut with an ellipsis", () => {
  expect(tableLines([[`a${"\u0301".repeat(100)}b`]], { width: 2 })).toEqual([`a${"\u0301".repeat(63)}…`]);
});

test("a column that is to stay whole gives way last: others are left out before", () => {
  const row = ["i".repeat(24), "a".repeat(30), "b".repeat(24)];
  const heading = ["ID", "NAME", "TAGS"];
  const lines = (width: number): string[] => tableLines([row], { heading, width, fits: ["whole"] });
  expect(lines(60)[1]).toBe(`${"i".repeat(24)}  ${"a".repeat(15)}…  ${"b".repeat(15)}…`);
  expect(lines(40)).toEqual([`ID${" ".repeat(24)}NAME …`, `${"i".repeat(24)}  ${"a".repeat(11)}…`]);
  expect(lines(30)).toEqual(["ID …", "i".repeat(24)]);
  expect(lines(20)[1]).toBe(`${"i".repeat(19)}…`);
});

test("columns of short values are never cut, and states are left out last of those", () => {
  const row = ["i".repeat(24), "NEEDS_AUTH", "12m 10s ago", "n".repeat(30)];
  const heading = ["ID", "STATUS", "CREATED", "NAME"];
  const lines = (width: number) => tableLines([row], { heading, width, fits: ["whole", "late", "uncut", "any"] })[1];
  expect(lines(55)).toBe(`${"i".repeat(24)}  NEEDS_AUTH  12m 10s ago`);
  expect(lines(45)).toBe(`${"i".repeat(24)}  NEEDS_AUTH`);
  expect(lines(30)).toBe("i".repeat(24));
});

test("a kept column stays where others are left out", () => {
  const row = ["drwxr-xr-x", "4.1 KiB", "n".repeat(40)];
  const lines = (width: number) => tableLines([row], { width, fits: ["any", "uncut", "kept"] })[0];
  expect(lines(50)).toBe(`drwxr-xr-x  4.1 KiB  ${"n".repeat(28)}…`);
  expect(lines(36)).toBe(`drwxr-xr-x  ${"n".repeat(21)}…`);
});

test("a table is readable with two columns and whole ids", () => {
  const row = ["i".repeat(24), "n".repeat(30)];
  const isReadable = (width: number) => readableLines([row], { width, fits: ["whole", "any"] }) !== undefined;
  expect([80, 34, 33, 20].map(isReadable)).toEqual([true, true, false, false]);
  expect(readableLines([["alone"]], { width: 5 })).toEqual(["alone"]);
});

test("no line is wider than the terminal, whatever its width", () => {
  const row = ["i".repeat(24), "日本語".repeat(9), "2m", "👩‍👩‍👧 text ".repeat(9), "1280x720"];
  for (let width = 1; width < 120; width += 1) {
    for (const fits of [["whole"], ["uncut", "any", "kept", "late", "uncut"], []] as const) {
      const lines = tableLines([row, row.toReversed()], { heading: ["ID", "B", "AGE", "D", "VIEWPORT"], width, fits });
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
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
  ])("cut shortens %s to %i cells", (text, width, wanted) => {
    expect(cut(text, width)).toBe(wanted);
  });
});

test("hostile cells and headings are shown, not obeyed", () => {
  const [heading, line] = tableLines([["a\u001b[2Jb\tc\nd\u202e"]], {
    heading: ["\u001b]52;c;x\u0007"],
    width: 200,
  });
  expect(line).toBe("a␛[2Jb␉c␊d\\u202e");
  expect(heading).toBe("␛]52;c;x␇");
});

test("only the heading is styled", () => {
  expect(
    tableLines([["s1"]], { heading: ["ID"], width: 80, styleHeading: (text) => Styled.join(["<", text, ">"]) }),
  ).toEqual(["<ID>", "s1"]);
});

test("a table without rows or columns is valid", () => {
  expect(tableLines([], { heading: ["ID"], width: 80 })).toEqual(["ID"]);
  expect(tableLines([], { width: 80 })).toEqual([]);
});
