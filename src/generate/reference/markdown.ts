import {
  exampleLine,
  type HelpBlock,
  type HelpEntry,
  type HelpPage,
  type HelpSection,
} from "../../cli/help/help-page.ts";

/** Targets of references between pages, `#browsers-create`; undefined for a page that the document does not have. */
export interface PageLinks {
  readonly command: (words: string) => string | undefined;
  readonly topic: (name: string) => string | undefined;
}

/** Titles of the first column of lists, by the heading of their section. */
const columns: Readonly<Record<string, readonly [term: string, meaning: string]>> = {
  Arguments: ["Argument", "Meaning"],
  Flags: ["Flag", "Meaning"],
  "Exit codes": ["Code", "When"],
  "Error codes": ["Code", "Meaning"],
  Environment: ["Variable", "Meaning"],
  Variables: ["Variable", "Meaning"],
  Commands: ["Command", "Effect"],
  Formats: ["Format", "Form"],
  Values: ["Form", "Value"],
};

/** A page of help as GitHub-flavoured Markdown, without its title. Headings of sections are lines in bold. */
export function markdownPage({ summary, sections }: HelpPage, links: PageLinks): string {
  return [`${prose(summary)}.`, ...sections.map((section) => sectionText(section, links))].join("\n\n");
}

function sectionText({ heading, blocks }: HelpSection, links: PageLinks): string {
  const bodies = blocks.map((block) => blockText(block, heading ?? "", links));
  return [...(heading === undefined ? [] : [`**${heading}**`]), ...bodies].join("\n\n");
}

function blockText(block: HelpBlock, heading: string, links: PageLinks): string {
  switch (block.kind) {
    case "text":
      return heading === "Usage" || heading === "API" ? usage(heading, block.text) : prose(block.text);
    case "names":
      return block.names.map(code).join(", ");
    case "entries":
      return entryTable(block.entries, columns[heading] ?? ["Name", "Meaning"]);
    case "lines":
      return fenced(block.lines);
    case "examples":
      return fenced(block.examples.flatMap((each) => [`# ${each.does}`, exampleLine(each)]));
    case "pages":
      return [
        ...block.commands.map((words) => reference(words, links.command(words))),
        ...block.topics.map((name) => reference(`help ${name}`, links.topic(name))),
      ].join(", ");
  }
}

/** A usage line as a block; the operation of an API call as code, with the remark in brackets behind it as text. */
function usage(heading: string, line: string): string {
  if (heading === "Usage") return fenced([line]);
  const [, call = line, rest = ""] = /^(\S+ \S+)(.*)$/.exec(line) ?? [];
  return `${code(call)}${prose(rest)}`;
}

function reference(words: string, target: string | undefined): string {
  return target === undefined ? code(words) : `[${code(words)}](${target})`;
}

function fenced(lines: readonly string[]): string {
  const longest = Math.max(0, ...lines.flatMap((line) => line.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return [`${fence}sh`, ...lines, fence].join("\n");
}

function entryTable(list: readonly HelpEntry[], head: readonly string[]): string {
  return table(
    head,
    list.map(([term, meaning]) => [code(term.trim().replace(/ +/g, " ")), prose(meaning)]),
  );
}

/** A table of cells in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A bar ends a cell, also in code, unless a backslash precedes it. */
function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, "\\|");
}

/** A text as inline code, between more backticks than it contains in a row. */
export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A text that GitHub shows literally, without emphasis, HTML or lists. GitHub links URLs itself. */
export function prose(text: string): string {
  return text
    .replace(/(https?:\/\/[^\s<|]+)|[\\`*_[\]<>|~$&]/g, (found, url?: string) => url ?? `\\${found}`)
    .replace(/^(\s*)([-+#=])/gm, "$1\\$2")
    .replace(/^(\s*\d+)([.)])(?=\s)/gm, "$1\\$2");
}
