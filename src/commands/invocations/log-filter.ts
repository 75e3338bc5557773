import { stripVTControlCharacters } from "node:util";
import { usageError } from "../../core/errors.ts";
import { hasMatch, type Pattern, parsePattern } from "../../core/pattern.ts";

/** What `--filter` lets through: messages whose text without its colours has the pattern. Exit 2 for one that is none. */
export function logFilter(text: string): (message: string) => boolean {
  let pattern: Pattern | undefined;
  try {
    pattern = parsePattern(text);
  } catch (error) {
    const message = (error as Error).message.replace(/^Invalid regular expression: .*: /s, "");
    throw usageError([{ path: "--filter", message: `"${text}" is no pattern: ${message}` }]);
  }
  const wanted = pattern;
  if (!wanted) return () => true;
  return (message) => hasMatch(message.includes("\u001b") ? stripVTControlCharacters(message) : message, wanted);
}
