import { expect, test } from "vitest";
import { wordRows } from "../../../src/tui/kit/columns.ts";
import { formRows } from "../../../src/tui/kit/form-rows.ts";
import { type FormField, initialForm } from "../../../src/tui/kit/form-state.ts";
import { linkRows } from "../../../src/tui/login/middle-rows.ts";

test("text is broken between words, and inside of a word that is wider than a row", () => {
  expect(wordRows("one two three", 8)).toEqual(["one two", "three"]);
  expect(wordRows("a 漢字漢字 b", 5)).toEqual(["a", "漢字", "漢字", "b"]);
  expect(wordRows("", 5)).toEqual([""]);
});

test("an address is whole over several rows, which are one link", () => {
  const url = "https://a.example/path";
  const rows = linkRows(url, url, 10);
  expect(rows.map((row) => row.split("\u001b\\")[1]?.split("\u001b")[0])).toEqual(["https://a.", "example/", "path"]);
  for (const row of rows) expect(row.startsWith(`\u001b]8;id=link;${url}\u001b\\`)).toBe(true);
});

test.each(["javascript:alert(1)", "https://a.example/\u001b]0;x", "file:///etc/passwd"])("%j is no link", (url) => {
  expect(linkRows(url, "text", 10)).toEqual(["text"]);
});

test("a field has its hint and then its problem below its value; without focus nothing is marked", () => {
  const fields: readonly FormField[] = [
    { kind: "secret", name: "pin", label: "PIN", hint: "4 digits", initial: "12" },
    { kind: "text", name: "user", label: "A label that leaves no room", initial: "ada" },
  ];
  const state = initialForm(fields, { pin: "refused" });
  const rows = formRows(fields, state, { columns: 30, colour: false, hasFocus: false });
  expect(rows.flat().map(({ text }) => text)).toEqual([
    "  PIN          ••",
    expect.stringContaining("4 digits"),
    expect.stringContaining("refused"),
    "  A label th…  ada",
  ]);
});
