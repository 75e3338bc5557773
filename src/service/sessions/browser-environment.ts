import { join } from "node:path";

export interface EnvironmentFacts {
  /** The service's own. */
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** The session's directory. */
  dir: string;
  /** Directory of caches that the browsers share. */
  cacheDir: string;
  /** Directory for temporary files of this browser. */
  tempDir: string;
}

/**
 * The environment of a session's browser that runs without a container: the user's home, for the certificates it trusts, and else only where to put
 * what would lie around in that home or in the system's temporary directory.
 */
export function browserEnvironment(facts: EnvironmentFacts): Record<string, string | undefined> {
  const { env, platform, dir, cacheDir, tempDir } = facts;
  // There programs need more of it, and it names no directories of this kind.
  if (platform === "win32") return { ...env };
  return {
    PATH: env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: env["HOME"],
    XDG_CACHE_HOME: cacheDir,
    BREAKPAD_DUMP_LOCATION: join(dir, "crashes"),
    TMPDIR: tempDir,
  };
}
