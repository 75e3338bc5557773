import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { posixQuote, posixWord } from "../../src/core/shell-quotes.ts";

const texts = [
  "",
  "a b",
  "it's",
  "''",
  "$HOME `id` $(id)",
  "a\nb\t",
  "\\",
  "*",
  "~",
  "!x",
  "ü 🎉",
  "-n",
  "a=b",
  "#x",
  "%d",
];

test.each(texts)("a shell reads quoted %j back unchanged", (text) => {
  const script = `printf '<%s>' ${posixQuote(text)} ${posixWord(text)}`;
  expect(execFileSync("sh", ["-c", script]).toString()).toBe(`<${text}><${text}>`);
});

test("a word without special characters stays bare", () => {
  expect(posixWord("/tmp/a-b_c.txt:1@x=2%+")).toBe("/tmp/a-b_c.txt:1@x=2%+");
});
