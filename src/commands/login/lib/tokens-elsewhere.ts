import type { Needs } from "../../../cli/declare/body.ts";

type Own = Needs<"settings" | "env">;

/** Set variables that override every stored token. */
export function overridingVariables(env: Own["env"]): string[] {
  return ["BROWSERCTL_TOKEN", "BROWSERCTL_TOKEN_FILE"].filter((name) => env[name]);
}

/** Warns that a variable overrides the token that was just stored. */
export function warnOfOverride({ resolved }: Own["settings"], warn: (text: string) => void): void {
  if (resolved.token.source !== "environment") return;
  warn(`${resolved.token.from} is set and overrides the stored token; unset it to use this login`);
}
