import { table } from "../core/table.ts";
import type { SettingsFlags } from "../settings/resolve.ts";

/** Values that a shell asks for. */
export interface Question {
  /** Word of the completion scripts: `browsers`, `browsers/processes`, `contexts`. */
  readonly source: string;
  /** The word under the cursor, unquoted. */
  readonly prefix: string;
  /** Flags of the line that choose the service. */
  readonly flags: SettingsFlags;
  /** Arguments before the value: the ids of its parents. */
  readonly args: readonly string[];
}

const flagNames = table<"context" | "project" | "baseUrl">({
  "--context": "context",
  "--project": "project",
  "--base-url": "baseUrl",
});

/** Reads `SOURCE PREFIX [--context C] [--project P] [--base-url U] -- [ARG...]`; undefined for anything else. */
export function readQuestion([source, prefix, ...words]: readonly string[]): Question | undefined {
  if (source === undefined || prefix === undefined) return undefined;
  const flags: SettingsFlags = {};
  for (let at = 0; at < words.length; at += 2) {
    const [word = "", value] = [words[at], words[at + 1]];
    if (word === "--") return { source, prefix, flags, args: words.slice(at + 1) };
    const name = flagNames.get(word);
    if (name === undefined || value === undefined) return undefined;
    flags[name] = value;
  }
  return { source, prefix, flags, args: [] };
}
