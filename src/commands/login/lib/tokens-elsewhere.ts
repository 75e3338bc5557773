import type { BodyTools } from "../../../cli/declare/body.ts";
import type { CommandTypes } from "../../../cli/declare/declaration.ts";

type Own = Pick<BodyTools<CommandTypes>, "settings" | "env">;

/** Variables that override every stored token, where they are set. */
export function overridingVariables(env: Own["env"]): string[] {
  return ["BROWSERCTL_TOKEN", "BROWSERCTL_TOKEN_FILE"].filter((name) => env[name]);
}

/** Warns that a variable is used in place of the token that was just stored. */
export function warnOfOverride({ resolved }: Own["settings"], warn: (text: string) => void): void {
  if (resolved.token.source !== "environment") return;
  warn(`${resolved.token.from} is set and overrides the stored token; unset it to use this login`);
}
