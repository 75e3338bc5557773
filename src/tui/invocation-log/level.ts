import { table } from "../../core/table.ts";
import type { Style } from "../kit/styled-text.ts";

export type Level = "error" | "warn" | "info" | "debug";

/** A level named in a line, and the indexes of the word. */
export interface FoundLevel {
  readonly level: Level;
  readonly from: number;
  readonly to: number;
}

const levels = table<Level>({
  fatal: "error",
  critical: "error",
  error: "error",
  err: "error",
  warning: "warn",
  warn: "warn",
  info: "info",
  notice: "info",
  debug: "debug",
  trace: "debug",
});

/** Characters at the start of a line that are searched for a level. */
const SEARCHED_CHARACTERS = 64;

const capital = /(?<![\w-])(?:FATAL|CRITICAL|ERROR|ERR|WARNING|WARN|INFO|NOTICE|DEBUG|TRACE)(?![\w-])/;
const leading = /^\s*(?:\[\s*)?(fatal|critical|error|err|warning|warn|info|notice|debug|trace)(?:\s*\]|:)/i;
const field =
  /(?<![\w-])(?:level|lvl|severity)"?\s*[=:]\s*"?(fatal|critical|error|err|warning|warn|info|notice|debug|trace|[1-6]0)(?![\w-])/i;

/**
 * Finds the level of a line in the forms that most programs write: a word in capitals early in the line, a leading
 * `error:` or `[warn]`, or a field `level` in JSON or as `level=…` (with the numbers of pino too).
 */
export function levelOf(text: string): FoundLevel | undefined {
  const early = text.slice(0, SEARCHED_CHARACTERS);
  const match = leading.exec(early) ?? capital.exec(early) ?? field.exec(text.slice(0, 512));
  if (!match) return undefined;
  const word = match[1] ?? match[0];
  const number = Number(word);
  const level =
    number >= 50 ? "error" : number === 40 ? "warn" : number === 30 ? "info" : number > 0 ? "debug" : undefined;
  const from = match.index + match[0].lastIndexOf(word);
  return { level: level ?? levels.get(word.toLowerCase()) ?? "info", from, to: from + word.length };
}

/** Styles of a line and of its level word, where the app has not coloured the line itself. */
export const levelStyles: Readonly<Record<Level, { readonly line: Style; readonly word: Style }>> = {
  error: { line: { fg: "31" }, word: { fg: "31", bold: "1" } },
  warn: { line: { fg: "33" }, word: { fg: "33", bold: "1" } },
  info: { line: {}, word: { fg: "36" } },
  debug: { line: { dim: "2" }, word: { dim: "2" } },
};
