import { join } from "node:path";

export interface EnvironmentFacts {
  /** Environment of the service. */
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Directory of the session. */
  dir: string;
  /** Directory of caches that all browsers share. */
  cacheDir: string;
  /** Directory for temporary files of this browser. */
  tempDir: string;
}

/**
 * Environment of a browser without a container. It keeps the user's home, for its trusted certificates, and redirects
 * caches and temporary files to directories of the session.
 */
export function browserEnvironment(facts: EnvironmentFacts): Record<string, string | undefined> {
  const { env, platform, dir, cacheDir, tempDir } = facts;
  // Programs on Windows need more of the environment, and it has no such directories.
  if (platform === "win32") return { ...env };
  return {
    PATH: env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: env["HOME"],
    XDG_CACHE_HOME: cacheDir,
    BREAKPAD_DUMP_LOCATION: join(dir, "crashes"),
    TMPDIR: tempDir,
    // Sound makes a link in the user's home otherwise.
    PULSE_RUNTIME_PATH: join(tempDir, "pulse"),
  };
}
