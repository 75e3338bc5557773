import { expect, test } from "vitest";
import { flagTerm } from "../../src/cli/help/help.ts";
import { entries, examples, lines, section, text } from "../../src/cli/help/help-page.ts";
import { topics } from "../../src/cli/help/topics/index.ts";
import { errorCodes } from "../../src/contract/errors.ts";
import { exitFacts } from "../../src/core/exit-facts.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { code, markdownPage, prose, table } from "../../src/generate/reference/markdown.ts";
import { anchor, referenceText } from "../../src/generate/reference/reference.ts";

/** Bytes above which GitHub shows a Markdown file as plain text. */
const MAX_GITHUB = 512_000;

const nowhere = { command: () => undefined, topic: () => undefined };

test.each([
  ["a|b", "a\\|b"],
  ["*bold* _it_ <id>", "\\*bold\\* \\_it\\_ \\<id\\>"],
  ["&amp; `c` [l](u) ~~s~~ $x$ \\", "\\&amp; \\`c\\` \\[l\\](u) \\~\\~s\\~\\~ \\$x\\$ \\\\"],
  ["- no list", "\\- no list"],
  ["1. no list", "1\\. no list"],
  ["# no heading", "\\# no heading"],
  ["see https://example.com/a_b*c", "see https://example.com/a_b*c"],
  ["500ms, 1h30m-2h", "500ms, 1h30m-2h"],
])("Markdown text escapes %j", (plain, markdown) => {
  expect(prose(plain)).toBe(markdown);
});

test.each([
  ["--name TEXT", "`--name TEXT`"],
  ["a`b", "``a`b``"],
  ["`a", "`` `a ``"],
])("Markdown code quotes %j", (plain, markdown) => {
  expect(code(plain)).toBe(markdown);
});

test("a bar in a Markdown cell is escaped once, in text and in code", () => {
  expect(table(["a", "b"], [[code("x|y"), prose("x|y")]])).toBe("| a | b |\n| --- | --- |\n| `x\\|y` | x\\|y |");
});

test("a page has its sections in order; lines to type keep their form", () => {
  const page = {
    name: "odd",
    summary: "Print <a>",
    sections: [
      section("Usage", text("browserctl odd <id> [flags]")),
      section("Flags", entries([["    --form a|b", "Form_of it"]])),
      section("Examples", examples(["odd --query '*'", "Print `all`"])),
      section("More", lines("```", "<b>")),
      section("API", text("GET /odd/{id_or_name} (local service only)")),
      section("See also", { kind: "pages", commands: ["odd list"], topics: ["flags"] }),
    ],
  };
  const links = { ...nowhere, command: (words: string) => `#${words.replaceAll(" ", "-")}` };
  expect(markdownPage(page, links).split("\n\n")).toEqual([
    "Print \\<a\\>.",
    "**Usage**",
    "```sh\nbrowserctl odd <id> [flags]\n```",
    "**Flags**",
    "| Flag | Meaning |\n| --- | --- |\n| `--form a\\|b` | Form\\_of it |",
    "**Examples**",
    "```sh\n# Print `all`\nbrowserctl odd --query '*'\n```",
    "**More**",
    "````sh\n```\n<b>\n````",
    "**API**",
    "`GET /odd/{id_or_name}` (local service only)",
    "**See also**",
    "[`odd list`](#odd-list), `help flags`",
  ]);
});

test("the reference has every command with its flags, every topic, exit code and error code", async () => {
  const reference = await referenceText();
  const headings = reference.match(/(?<=^##+ ).+$/gm) ?? [];
  expect(new Set(headings.map(anchor)).size).toBe(headings.length);
  for (const { words, flags = [] } of commands) {
    const own = reference.split(new RegExp(`\n##+ ${words}\n`))[1] ?? "";
    expect(own, words).toContain(`browserctl ${words}`);
    const end = own.search(/^##/m);
    for (const flag of flags) {
      const term = code(flagTerm(flag).trim()).replaceAll("|", "\\|");
      expect(end === -1 ? own : own.slice(0, end), words).toContain(`| ${term} |`);
    }
  }
  for (const { name } of topics) expect(headings).toContain(`help ${name}`);
  for (const { name, code: number } of exitFacts) expect(reference).toContain(`| \`${number} ${name}\` |`);
  for (const name of Object.keys(errorCodes)) expect(reference).toContain(`| \`${name}\` |`);
});

test("the reference is Markdown that GitHub renders: size, blocks and cells", async () => {
  const reference = await referenceText();
  expect(Buffer.byteLength(reference)).toBeLessThan(MAX_GITHUB);
  const outside = reference.replace(/^(`{3,})sh\n[\s\S]*?^\1$/gm, "");
  expect(outside).not.toContain("```");
  for (const block of outside.split("\n\n").filter((each) => each.startsWith("|"))) {
    const counts = block
      .trim()
      .split("\n")
      .map((row) => row.replaceAll("\\|", "").split("|").length);
    expect(new Set(counts).size, block).toBe(1);
  }
  expect(outside.replace(/`[^`\n]*`/g, "")).not.toMatch(/(?<!\\)[<*]+[a-z]/);
});
