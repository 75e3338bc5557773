/** A command of a console block and the lines printed below it. */
export interface ConsoleStep {
  /** Line of the command in the file, from 1. */
  readonly line: number;
  readonly command: string;
  readonly output: readonly string[];
}

/** A code block that names its file: ```js drive.js */
export interface CodeFile {
  readonly name: string;
  readonly text: string;
}

/** Parts of a Markdown text that the tests use, in their order. */
export type Part = { readonly step: ConsoleStep } | { readonly file: CodeFile };

/** Reads the console blocks and the named code blocks of a Markdown text. A command goes on behind a final backslash. */
export function readParts(markdown: string): Part[] {
  const parts: Part[] = [];
  let fence: { language: string; name: string | undefined; lines: { text: string; line: number }[] } | undefined;
  for (const [index, text] of markdown.split("\n").entries()) {
    const [, language, name] = /^```(\w*) ?(\S+)?/.exec(text) ?? [];
    if (fence === undefined && language !== undefined) fence = { language, name, lines: [] };
    else if (fence !== undefined && text === "```") {
      if (fence.language === "console") parts.push(...steps(fence.lines).map((step) => ({ step })));
      else if (fence.name !== undefined) {
        parts.push({ file: { name: fence.name, text: `${fence.lines.map((each) => each.text).join("\n")}\n` } });
      }
      fence = undefined;
    } else fence?.lines.push({ text, line: index + 1 });
  }
  return parts;
}

function steps(lines: readonly { text: string; line: number }[]): ConsoleStep[] {
  const found: { line: number; command: string; output: string[] }[] = [];
  let goesOn = false;
  for (const { text, line } of lines) {
    const last = found.at(-1);
    if (goesOn && last) last.command += `\n${text.replace(/^> /, "")}`;
    else if (text.startsWith("$ ")) found.push({ line, command: text.slice(2), output: [] });
    else last?.output.push(text);
    goesOn = found.at(-1)?.output.length === 0 && text.endsWith("\\");
  }
  return found;
}

const masks: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{64}\b/g, "<sha256>"],
  [/jwt=\S+/g, "jwt=<token>"],
  [/\*{4,}/g, "****"],
  [/\b[a-z][a-z0-9]{23}\b/g, "<id>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, "<time>"],
  [/\b\d{4}-\d\d-\d\d\b/g, "<date>"],
  [/\b\d+(\.\d+)?(ms|s|m|h)( \d+s)? ago\b/g, "<ago>"],
  [/\b\d+(\.\d+)? ?(ms|s)\b/g, "<duration>"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>"],
  [/(?<![\w.])(?:localhost|example\.com)\b/g, "<site>"],
  [/\b\d+(\.\d+)? (B|KiB|MiB)(?!\w)/g, "<size>"],
  [/\bin \d+ files\b/g, "in <n> files"],
  [/Chrome\/[\d.]+/g, "Chrome/<version>"],
  [/ {2,}/g, "  "],
];

/**
 * A line without what differs from run to run: ids, tokens, times, ports, sizes, versions, the width of columns, and the
 * name of the site, which is on this machine.
 */
export function masked(line: string): string {
  return masks.reduce((text, [pattern, name]) => text.replace(pattern, name), line.trimEnd());
}

/**
 * The first difference between the lines of a text and those of a run; undefined when they agree. `...` stands for any
 * number of lines where it is alone in one, and for the rest of a line at its end.
 */
export function difference(expected: readonly string[], actual: readonly string[]): string | undefined {
  const wanted = expected.map(masked);
  const seen = actual.map(masked);
  const fits = (at: number, from: number): boolean => {
    const line = wanted[at];
    if (line === undefined) return seen.slice(from).every((rest) => rest === "");
    if (line.trim() === "...") {
      return Array.from({ length: seen.length - from + 1 }, (_, skip) => from + skip).some((next) =>
        fits(at + 1, next),
      );
    }
    const got = seen[from];
    if (got === undefined) return false;
    const same = line.endsWith("...") ? got.startsWith(line.slice(0, -3)) : got === line;
    return same && fits(at + 1, from + 1);
  };
  if (fits(0, 0)) return undefined;
  return `expected\n${indent(expected)}\nbut the terminal shows\n${indent(actual)}`;
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  | ${line}`).join("\n");
}
