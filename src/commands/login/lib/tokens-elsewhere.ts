import type { Needs } from "../../../cli/declare/body.ts";

type Own = Needs<"settings" | "env">;

/** Variables that override every stored token, where they are set. */
export function overridingVariables(env: Own["env"]): string[] {
  return ["BROWSERCTL_TOKEN", "BROWSERCTL_TOKEN_FILE"].filter((name) => env[name]);
}

/** Warns that a variable is used in place of the token that was just stored. */
export function warnOfOverride({ resolved }: Own["settings"], warn: (text: string) => void): void {
  if (resolved.token.source !== "environment") return;
  warn(`${resolved.token.from} is set and overrides the stored token; unset it to use this login`);
}
