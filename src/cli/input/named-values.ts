import { type Problem, usageError } from "../../core/errors.ts";
import { sourceOf } from "./source.ts";

/** Key and source of `KEY=SOURCE`; an empty key for a word of another form. */
export function keyAndSource(word: string): { readonly key: string; readonly source: string } {
  const [, key = "", source = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  return { key, source };
}

/** True for a word that names the source of a value: `-`, `@file` or `env:NAME`. */
export function isSource(word: string): boolean {
  return sourceOf(word).from !== "literal";
}

/** Keys that occur more than once. */
export function repeatedKeys(keys: readonly string[]): Set<string> {
  return new Set(keys.filter((key, at) => keys.indexOf(key) !== at));
}

/** Problem of the second value that would be read from stdin. */
export function secondStdinProblem(words: readonly { readonly owner: string; readonly source: string }[]): Problem[] {
  const [first, second] = words.filter(({ source }) => source === "-");
  if (first === undefined || second === undefined) return [];
  const message = `stdin is already read for ${first.owner}; give one of them as @FILE`;
  return [{ path: second.owner, message }];
}

/** Throws exit 2 for an empty value; `path` is its flag. */
export function notEmpty(path: string, text: string): string {
  if (text === "") throw usageError([{ path, message: "is empty" }]);
  return text;
}

/** Value of a file, variable or stdin without the line break at its end. */
export function withoutLineBreak(text: string): string {
  return text.replace(/\r?\n$/, "");
}
