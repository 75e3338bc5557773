import { didYouMean } from "../../../cli/route/suggest.ts";
import { usageError } from "../../../core/errors.ts";
import { checks, type SettingsValues } from "../../../settings/model.ts";

export type Key = keyof SettingsValues;

const rules: Record<Key, (value: unknown) => string | undefined> = {
  output: checks.output,
  timeout: checks.timeout,
  no_input: checks.noInput,
  pager: checks.pager,
};

const keys = Object.keys(rules) as readonly Key[];

/** A key of the settings; exit 2 with the nearest one otherwise. Dashes may stand for underscores. */
export function knownKey(word: string): Key {
  const key = word.replaceAll("-", "_");
  const found = keys.find((each) => each === key);
  if (found) return found;
  throw usageError([
    { path: "<key>", message: `must be one of ${keys.join(", ")}, not "${word}"${didYouMean(key, keys)}` },
  ]);
}

/** The value a word stands for; exit 2 when the key does not take it. */
export function keyValue(key: Key, word: string): unknown {
  const value = key === "no_input" && /^(true|false)$/.test(word) ? word === "true" : word;
  const problem = rules[key](value);
  if (problem !== undefined) throw usageError([{ path: key, message: problem }]);
  return value;
}
