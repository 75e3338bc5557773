import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { groups } from "../../src/commands/groups.ts";
import { operations } from "../../src/contract/index.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { openApiDocument } from "../../src/generate/openapi.ts";
import { root } from "../../src/generate/paths.ts";
import { fillReadme, operationTable, readmeTables } from "../../src/generate/readme.ts";

const [open, close] = ["<!-- generated:commands -->", "<!-- /generated:commands -->"];
const parts = { commands: "| a |", operations: "| o |", bench: "| b |" };
const bench = ["operations", "bench"]
  .map((part) => `<!-- generated:${part} -->\n\n| ${part.charAt(0)} |\n\n<!-- /generated:${part} -->`)
  .join("\n");

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

test("the table of operations has all of the API, and why the local service lacks some", async () => {
  const { operations: areas } = await readmeTables();
  const counts = areas
    .split("\n")
    .slice(2)
    .map((row) => Number(row.split("|")[2]));
  const { paths } = openApiDocument(operations) as { paths: Record<string, object> };
  const all = Object.values(paths).flatMap((item) => Object.keys(item));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
  expect(areas).toContain("| `replays` | 4 | none: it records no video");
});

test("an area that lacks one operation names it", () => {
  const [served, missing] = [
    { id: "boats.list", area: "boats" },
    { id: "boats.sail", area: "boats", local: { unserved: "there is no wind" } },
  ] as unknown as OperationSpec[];
  expect(
    operationTable([served, missing] as OperationSpec[])
      .split("\n")
      .slice(2),
  ).toEqual(["| `boats` | 2 | not `boats.sail`: there is no wind |"]);
});

test("README.md has the markers", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  expect(() => fillReadme(text, parts)).not.toThrow();
});
