import type { Io } from "../../core/io.ts";
import { NARROW_TEXT, wrapWords } from "../../core/wrap.ts";
import { exampleLine, type HelpBlock, type HelpEntry, type HelpPage } from "./help-page.ts";

/** Columns of a help text that does not go to a terminal. */
const PLAIN_WIDTH = 80;
const [NARROWEST, WIDEST] = [20, 100];

/** Columns for a help text: those of the terminal, 20 to 100; 80 for a pipe or a file. */
export function helpWidth(io: Io): number {
  return io.tty.stdout ? Math.min(WIDEST, Math.max(NARROWEST, io.width)) : PLAIN_WIDTH;
}

/** A page as plain text. Lines to type are never wrapped, so that they can be copied. */
export function pageText({ summary, sections }: HelpPage, width: number): string {
  const texts = sections.map(({ heading, blocks }) => {
    const indent = heading === undefined ? 0 : 2;
    const body = blocks.map((block) => blockLines(block, width - indent).map((line) => indented(line, indent)));
    return [...(heading === undefined ? [] : [`${heading}:`]), ...joined(body, blocks)].join("\n");
  });
  const title = wrapHelp(`${summary}.`, width).join("\n");
  return `${[title, ...texts.filter((each) => each !== "")].join("\n\n")}\n`;
}

/** Joins the blocks of a section, with an empty line before and after each paragraph. */
function joined(bodies: readonly (readonly string[])[], blocks: readonly HelpBlock[]): string[] {
  return bodies.flatMap((body, at) => {
    const isApart = at > 0 && (blocks[at]?.kind === "text" || blocks[at - 1]?.kind === "text");
    return isApart ? ["", ...body] : [...body];
  });
}

function indented(line: string, by: number): string {
  return line === "" ? "" : `${" ".repeat(by)}${line}`;
}

function blockLines(block: HelpBlock, width: number): string[] {
  switch (block.kind) {
    case "text":
      return wrapHelp(block.text, width);
    case "entries":
      return entryLines(block.entries, width);
    case "names":
      return wrapHelp(block.names.join(", "), width);
    case "lines":
      return [...block.lines];
    case "examples":
      return block.examples.flatMap((each) => [
        ...wrapHelp(each.does, width - 2).map((line) => `# ${line}`),
        `$ ${exampleLine(each)}`,
      ]);
    case "pages":
      return entryLines(pageEntries(block), width);
  }
}

/** Other pages as a list: commands, and topics of `help`. */
function pageEntries({ commands, topics }: Extract<HelpBlock, { kind: "pages" }>): HelpEntry[] {
  return [
    ...(commands.length > 0 ? [["Commands", commands.join(", ")] as const] : []),
    ...(topics.length > 0 ? [["Topics", topics.map((name) => `help ${name}`).join(", ")] as const] : []),
  ];
}

/** Terms and meanings in two columns, the second wrapped; under each other where there is no room for two. */
function entryLines(list: readonly HelpEntry[], width: number): string[] {
  const left = Math.min(Math.floor(width * 0.38), Math.max(...list.map(([term]) => term.length)));
  const right = width - left - 2;
  if (right < NARROW_TEXT) {
    return list.flatMap(([term, meaning]) => [
      ...hanging(term.trim(), width),
      ...wrapHelp(meaning, width - 4).map((line) => indented(line, 4)),
    ]);
  }
  return list.flatMap(([term, meaning]) => {
    const [first = "", ...more] = wrapHelp(meaning, right);
    const own =
      term.length > left ? [...hanging(term, width), indented(first, left + 2)] : [`${term.padEnd(left)}  ${first}`];
    return [...own, ...more.map((line) => indented(line, left + 2))].map((line) => line.trimEnd());
  });
}

/** A term over several lines, the further ones indented. */
function hanging(term: string, width: number): string[] {
  const start = /^ */.exec(term)?.[0].length ?? 0;
  if (term.length <= width) return [term];
  return wrapHelp(term.trimStart(), width - 6).map((line, at) => indented(line, at === 0 ? Math.min(start, 4) : 6));
}

/** Wraps a text at `width` characters; a longer word is cut, after a bar or a comma if it has one. */
export function wrapHelp(paragraph: string, width: number): string[] {
  return wrapWords(
    paragraph.split(" ").flatMap((each) => pieces(each, width)),
    width,
  );
}

function pieces(word: string, width: number): string[] {
  if (word.length <= width) return [word];
  const at = Math.max(...["|", ",", "/", "-"].map((mark) => word.lastIndexOf(mark, width - 1))) + 1;
  const cut = at > width / 3 ? at : width;
  return [word.slice(0, cut), ...pieces(word.slice(cut), width)];
}
