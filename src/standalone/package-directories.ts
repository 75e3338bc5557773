import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Directories that may hold the unpacked package, the preferred one first: in the user's cache directory, then in the
 * directory for temporary files.
 */
export function packageDirectories(
  env: Readonly<Record<string, string | undefined>>,
  { platform, uid }: { platform: NodeJS.Platform; uid: number } = {
    platform: process.platform,
    uid: process.getuid?.() ?? 0,
  },
): string[] {
  const { LOCALAPPDATA: local, XDG_CACHE_HOME: xdg } = env;
  const temporary = join(tmpdir(), `browserctl-${uid}`, "standalone");
  if (platform === "win32") return [...(local ? [join(local, "browserctl", "Cache", "standalone")] : []), temporary];
  const home = homedir();
  const caches = platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache");
  const own = platform !== "darwin" && xdg && isAbsolute(xdg) ? xdg : caches;
  return [...(isAbsolute(own) ? [join(own, "browserctl", "standalone")] : []), temporary];
}
