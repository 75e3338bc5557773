import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { groups } from "../../src/commands/groups.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { root } from "../../src/generate/paths.ts";
import { fillReadme, readmeTables } from "../../src/generate/readme.ts";

const [open, close] = ["<!-- generated:commands -->", "<!-- /generated:commands -->"];
const parts = { commands: "| a |", bench: "| b |" };
const bench = "<!-- generated:bench -->\n\n| b |\n\n<!-- /generated:bench -->";

test("generation replaces the text between the markers, and nothing else", () => {
  const filled = fillReadme(`# Title\n${open}\nold\n${close}\n${bench}\nend\n`, parts);
  expect(filled).toBe(`# Title\n${open}\n\n| a |\n\n${close}\n${bench}\nend\n`);
  expect(fillReadme(filled, parts)).toBe(filled);
});

test("generation reports a marker that is missing, out of order or repeated", () => {
  expect(() => fillReadme(close, parts)).toThrow(`README.md has no ${open} where it belongs`);
  expect(() => fillReadme(open, parts)).toThrow(`README.md has no ${close} where it belongs`);
  expect(() => fillReadme(close + open, parts)).toThrow(`README.md has no ${close} where it belongs`);
  expect(() => fillReadme(open + close + open, parts)).toThrow(`README.md has ${open} twice`);
});

test("the table names every noun and every command of one word, and leads to the reference", async () => {
  const { commands: nouns } = await readmeTables();
  const words = [...groups, ...commands].map((each) => each.words).filter((each) => !each.includes(" "));
  for (const word of words) expect(nouns).toContain(`[\`${word}\`](docs/reference.md#${word})`);
});

test("README.md has the markers", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  expect(() => fillReadme(text, parts)).not.toThrow();
});
