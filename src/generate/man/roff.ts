import { exampleLine, type HelpBlock, type HelpPage, type HelpSection } from "../../cli/help/help-page.ts";
import { wrap } from "../../core/wrap.ts";

/** Columns of a source line; the linter of mandoc remarks on more than 80 bytes. */
const SOURCE_WIDTH = 64;

/** Manual page besides its text. */
export interface ManPage {
  /** Name such as `browserctl-browsers-create`. */
  readonly name: string;
  /** 1 for commands, 7 for topics. */
  readonly section: 1 | 7;
  /** Day of the page, `2026-11-24`. */
  readonly date: string;
  readonly version: string;
}

/** Name and section of the manual page that help points to. */
export type PageReference = readonly [name: string, section: 1 | 7];

/** Headings of help that manual pages name otherwise. */
const headings: Readonly<Record<string, string>> = {
  Usage: "SYNOPSIS",
  Flags: "OPTIONS",
  "Exit codes": "EXIT STATUS",
};

/** A page of help as roff with the macros of man(7). */
export function roffPage({ summary, sections }: HelpPage, { name, section, date, version }: ManPage): string {
  const named = sections.filter(({ heading }) => heading !== undefined && heading !== "Usage");
  const first = sections.filter(({ heading }) => heading === undefined || heading === "Usage");
  const usage = first.filter(({ heading }) => heading === "Usage");
  const about = first.filter(({ heading }) => heading === undefined);
  const description: HelpSection = {
    heading: "DESCRIPTION",
    blocks: [{ kind: "text", text: `${summary}.` }, ...about.flatMap(({ blocks }) => blocks)],
  };
  return [
    `.TH ${escaped(name.toUpperCase())} ${section} ${date} ${quoted(`browserctl ${version}`)} ${quoted("browserctl manual")}`,
    // Long names cannot be hyphenated: lines would be stretched.
    ".nh",
    ".ad l",
    ".SH NAME",
    `${escaped(name)} \\- ${escaped(summary)}`,
    ...[...usage, description, ...named].flatMap(sectionLines),
    "",
  ].join("\n");
}

function sectionLines({ heading = "", blocks }: HelpSection): string[] {
  const title = headings[heading] ?? heading.toUpperCase();
  return [
    `.SH ${quoted(title)}`,
    ...blocks.flatMap((block, at) => [
      // A heading begins a paragraph by itself.
      ...(at > 0 && block.kind === "text" ? [".PP"] : []),
      ...(heading === "Usage" ? usageLines(block) : blockLines(block, at === 0)),
    ]),
  ];
}

/** Usage: the words of the command in bold, placeholders in roman. */
function usageLines(block: HelpBlock): string[] {
  const texts = block.kind === "text" ? [block.text] : block.kind === "lines" ? block.lines : [];
  return texts.map((usage) => {
    const [, words = "", rest = ""] = /^([^<[]*?)( (?:[<[]|-- ).*)?$/.exec(usage) ?? [];
    return `\\fB${escaped(words)}\\fR${escaped(rest)}`;
  });
}

function blockLines(block: HelpBlock, isFirst: boolean): string[] {
  switch (block.kind) {
    case "text":
      return filled(block.text);
    case "names":
      return filled(block.names.join(", "));
    case "entries":
      return block.entries.flatMap(([term, meaning]) => [".TP", termLine(term.trim()), ...filled(meaning)]);
    case "lines":
      return literal(block.lines, isFirst);
    case "examples":
      return block.examples.flatMap((each, at) => [
        ...(at === 0 && isFirst ? [] : [".PP"]),
        ...filled(`${each.does}:`),
        ...literal([exampleLine(each)], false),
      ]);
    case "pages":
      return references([
        ...block.commands.map((words) => [pageName(words), 1] as const),
        ...block.topics.map((topic) => [pageName(topic), 7] as const),
      ]);
  }
}

/** Name of the page of a command, group or topic; of the program without one. */
export function pageName(words: string): string {
  return ["browserctl", ...words.split(" ")].filter((word) => word !== "").join("-");
}

/** A term in bold, a placeholder after a flag in italics. */
function termLine(term: string): string {
  const [, flag = term, value = ""] = /^((?:-\w, )?--\S+) (.+)$/.exec(term) ?? [];
  return `\\fB${escaped(flag)}\\fR${value === "" ? "" : ` \\fI${escaped(value)}\\fR`}`;
}

function references(pages: readonly PageReference[]): string[] {
  return pages.map(([name, section], at) => `.BR ${escaped(name)} (${section})${at < pages.length - 1 ? "," : ""}`);
}

/** Lines that keep their form, indented. */
function literal(texts: readonly string[], isFirst: boolean): string[] {
  return [...(isFirst ? [] : [".PP"]), ".RS 4", ".EX", ...texts.map(line), ".EE", ".RE"];
}

/** A paragraph, in source lines of moderate length. */
function filled(paragraph: string): string[] {
  return wrap(paragraph, SOURCE_WIDTH).map(line);
}

/** A text line: an initial dot or quote would make it a request. */
function line(text: string): string {
  return text.startsWith(".") ? `\\&${escaped(text)}` : escaped(text);
}

/** An argument of a macro. */
function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

const special: Readonly<Record<string, string>> = {
  "\\": "\\(rs",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
};

/** A text in which roff changes nothing: backslashes, and ASCII characters that it prints as others. */
export function escaped(text: string): string {
  return text.replace(/[\\\-'`^~"]|[^\x20-\x7e]/gu, (character) => special[character] ?? unicode(character));
}

function unicode(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `\\[u${code.padStart(4, "0")}]`;
}
