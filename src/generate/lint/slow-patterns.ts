import { RegExpParser } from "@eslint-community/regexpp";
import { parseSync, Visitor } from "rolldown/utils";
import { analyse } from "scslre";
import { sourceProblems } from "./source-problems.ts";

/** Areas that read texts of websites, services, clients and archives. */
const areas =
  /^src\/(?:archive|client|core|hosted-login|live-view|login-reader|oauth|page-agent|render|service|tui)\/.*\.tsx?$/;

/** Patterns that look slow, by file and beginning, each with the reason why it is not. */
const exceptions: Readonly<Record<string, readonly (readonly [beginning: string, reason: string])[]>> = {
  "src/archive/tar-header.ts": [["^ *([0-7]*)", "a field of a header has 12 bytes"]],
  "src/live-view/page/viewer.ts": [["\\/+$", "the path of the page's own address"]],
  "src/service/login/page/classify-choice.ts": [
    ["(?:sign|log|", "a label has at most 400 characters, and the time grows with its square alone"],
    ["(?<![", "a label has at most 400 characters, and the time grows with its square alone"],
  ],
  "src/service/login/page/login-words.ts": [["", "a label has at most 400 characters; the words are generated"]],
  "src/service/login/values/text-reading.ts": [
    ["(?:%(?:25)*", "a run of escapes is taken whole"],
    ["^(?:\\\\+[ux]", "the text is one escape"],
  ],
};

/** Regular expression whose time grows with the square of a text, or faster. */
export interface SlowPattern {
  readonly line: number;
  readonly pattern: string;
}

/**
 * Literals of regular expressions in a file that are slow for some long text: two repetitions that can share characters, or one
 * that is tried anew at each character. A website would hold the whole service up with such a text.
 */
export function slowPatterns(path: string, text: string): SlowPattern[] {
  const found: SlowPattern[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    Literal(node) {
      if (!("regex" in node) || isExcepted(path, node.regex.pattern) || !isSlow(node.regex)) return;
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ line, pattern: `/${node.regex.pattern}/${node.regex.flags}` });
    },
  }).visit(program);
  return found;
}

function isExcepted(path: string, pattern: string): boolean {
  return exceptions[path]?.some(([beginning]) => pattern.startsWith(beginning)) === true;
}

function isSlow({ pattern, flags }: { readonly pattern: string; readonly flags: string }): boolean {
  const parser = new RegExpParser();
  const modes = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const parsed = { pattern: parser.parsePattern(pattern, 0, pattern.length, modes), flags: parser.parseFlags(flags) };
  return analyse(parsed, { maxReports: 1 }).reports.length > 0;
}

/** Slow regular expressions in the areas that read texts from outside. */
export function projectPatternProblems(): Promise<string[]> {
  return sourceProblems(
    (path) => areas.test(path),
    (path, text) =>
      slowPatterns(path, text).map(
        ({ line, pattern }) =>
          `${path}:${line} ${pattern} is slow for long texts: see withoutEnd, or bound it by a lookbehind`,
      ),
  );
}
