import { isAbsolute, join } from "node:path";

/**
 * Directory of this program below the platform's directory for caches, as env-paths has it. Undefined where there is none.
 * A relative XDG directory is ignored, as the standard requires.
 *
 * @param home the user's home directory
 */
export function programCache(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home = env["HOME"],
): string | undefined {
  const { LOCALAPPDATA: local, XDG_CACHE_HOME: xdg } = env;
  if (platform === "win32") return local ? join(local, "browserctl", "Cache") : undefined;
  if (platform !== "darwin" && xdg && isAbsolute(xdg)) return join(xdg, "browserctl");
  if (!home || !isAbsolute(home)) return undefined;
  return join(home, platform === "darwin" ? "Library/Caches" : ".cache", "browserctl");
}
