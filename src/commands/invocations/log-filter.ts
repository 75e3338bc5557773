import { stripVTControlCharacters } from "node:util";
import type { Problem } from "../../core/errors.ts";
import { hasMatch, parsePattern } from "../../core/pattern.ts";

/** Predicate of `--filter`: true for messages whose text without its colours has the pattern. */
export function logFilter(text: string): (message: string) => boolean {
  const wanted = parsePattern(text);
  if (!wanted) return () => true;
  return (message) => hasMatch(message.includes("\u001b") ? stripVTControlCharacters(message) : message, wanted);
}

/** Problems with the pattern of `--filter`. */
export function filterProblems(text: string): Problem[] {
  try {
    parsePattern(text);
    return [];
  } catch (error) {
    const message = (error as Error).message.replace(/^Invalid regular expression: .*: /s, "");
    return [{ path: "--filter", message: `"${text}" is not a valid pattern: ${message}` }];
  }
}
