import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { ownDirectory } from "../core/own-directory.ts";
import { programCache } from "../core/program-cache.ts";

/**
 * Keeps compiled code in the user's cache directory. Node trusts it, so there is no cache where another user could
 * write: below another user's home (`sudo` may keep `HOME`), or without a home.
 */
export function enableOwnCompileCache(env: Readonly<Record<string, string | undefined>>): void {
  const cache = programCache(env);
  const { HOME: home, XDG_CACHE_HOME: xdg } = env;
  // A missing home is not created.
  if (cache === undefined || (home && !xdg && !existsSync(home))) return;
  const directory = join(cache, "compiled");
  try {
    ownDirectory(directory);
  } catch {
    return;
  }
  enableCompileCache(directory);
}
