import type { Run } from "../../cli/declare/body.ts";
import type { Resolved } from "../../settings/candidates.ts";
import type { TokenSource } from "../../settings/tokens/token-store.ts";
import type { configExplain } from "./explain.ts";

const names = [
  "context",
  "base_url",
  "token",
  "project",
  "session",
  "output",
  "timeout",
  "no_input",
  "pager",
  "directory_file",
  "config_dir",
  "state_dir",
] as const;

/**
 * Each setting with its value, its origin, and the origins it overrides. The token is never shown, and its store is not
 * queried.
 */
export const run: Run<typeof configExplain> = async ({ settings: { resolved }, value }) =>
  value(
    names.map((setting) => {
      const { value: own, source, from, shadowed }: Resolved<unknown> = resolved[setting];
      return {
        setting,
        value: setting === "token" ? tokenValue(resolved.token.value) : printable(own),
        source,
        from,
        shadows: shadowed.map((each) => each.from),
      };
    }),
  );

/** A token for the table: masked, or a word for a token that its store provides on demand. */
function tokenValue(token: TokenSource | undefined): string | null {
  if (token === undefined) return null;
  return typeof token === "object" && token.kind !== "local" ? "not read yet" : "***";
}

/** A value for the table: a duration as it was typed, null for none. */
function printable(value: unknown): unknown {
  return typeof value === "object" && value !== null && "text" in value ? value.text : (value ?? null);
}
