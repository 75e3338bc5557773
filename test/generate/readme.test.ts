import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { exitFacts } from "../../src/core/exit-facts.ts";
import { root } from "../../src/generate/paths.ts";
import { fillReadme, readmeParts, readmeTables } from "../../src/generate/readme.ts";

const markers = readmeParts.map((part) => `## ${part}\n<!-- generated:${part} -->\nold\n<!-- /generated:${part} -->\n`);
const parts = { commands: "| a |\n", "exit-codes": "| b |\n", environment: "| c |\n", bench: "| d |\n" };

test("generation replaces the text between the markers, and nothing else", () => {
  const filled = fillReadme(`# Title\n${markers.join("text\n")}end\n`, parts);
  expect(filled).not.toContain("old");
  expect(filled).toContain(
    "<!-- generated:commands -->\n\n| a |\n\n<!-- /generated:commands -->\ntext\n## exit-codes\n",
  );
  expect(filled.startsWith("# Title\n")).toBe(true);
  expect(filled.endsWith("<!-- /generated:bench -->\nend\n")).toBe(true);
  expect(fillReadme(filled, parts)).toBe(filled);
});

test("generation reports a marker that is missing, out of order or repeated", () => {
  const [first = "", second = "", ...others] = markers;
  const third = others.join("");
  expect(() => fillReadme(first + third, parts)).toThrow(
    "README.md has no <!-- generated:exit-codes --> where it belongs",
  );
  const unclosed = second.replace("<!-- /generated:exit-codes -->", "");
  expect(() => fillReadme(first + unclosed + third, parts)).toThrow(
    "README.md has no <!-- /generated:exit-codes --> where it belongs",
  );
  expect(() => fillReadme(markers.join("") + first, parts)).toThrow("README.md has <!-- generated:commands --> twice");
});

test("the tables name every command, exit code and variable", async () => {
  const tables = await readmeTables();
  for (const { words } of commands) expect(tables.commands).toContain(`| \`browserctl ${words}`);
  for (const { name, code } of exitFacts) expect(tables["exit-codes"]).toContain(`| ${code} | ${name} |`);
  expect(tables.environment).toContain("| `BROWSERCTL_BASE_URL` |");
  expect(tables.environment).toContain("| `NO_COLOR`, `FORCE_COLOR` |");
  // Each row has as many cells as its head: nothing in a text ends a cell.
  for (const table of Object.values(tables)) {
    for (const block of table.split(/\n\n/).filter((each) => each.startsWith("|"))) {
      const counts = block
        .trimEnd()
        .split("\n")
        .map((row) => row.replaceAll("\\|", "").split("|").length);
      expect(new Set(counts).size).toBe(1);
    }
  }
});

test("README.md has the markers", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  expect(() => fillReadme(text, parts)).not.toThrow();
});
