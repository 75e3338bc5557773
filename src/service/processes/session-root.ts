import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SESSION_DOWNLOADS } from "../../contract/session-home.ts";
import { launcher } from "./launcher.ts";

/**
 * System directories that a session sees read-only. assumed: file operations reject them, because their content is the
 * machine's and not the session's.
 */
export const systemDirectories: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/etc",
  "/nix",
  "/sys",
  "/proc",
  "/dev",
  "/run",
];

/** Name of the launcher in {@link SessionRoot.runtime}. */
export const LAUNCHER = "launch.sh";

/** Directories of a session. */
export interface SessionRoot {
  /** Directory that its processes see as `/`; the system's directories are mounted over it. */
  readonly root: string;
  /** Directory written by the service and readable for its processes. */
  readonly runtime: string;
  /** Directory that its processes see as `/etc`, and cannot write. */
  readonly etc: string;
  /** Directory of unused pipes. */
  readonly pipes: string;
}

/** Paths of a session's directories; creates nothing. */
export function sessionRoot(dir: string): SessionRoot {
  return { root: join(dir, "root"), runtime: join(dir, "runtime"), etc: join(dir, "etc"), pipes: join(dir, "pipes") };
}

/**
 * Creates a session's directories (0700): `home/user/Downloads`, `tmp`, `var/tmp`, and an empty mount point for each of
 * {@link systemDirectories}. Its processes may create more at the top level; file operations see the same root.
 */
export async function prepareSessionRoot(dir: string): Promise<SessionRoot> {
  const places = sessionRoot(dir);
  const options = { recursive: true, mode: 0o700 };
  const own = [SESSION_DOWNLOADS, "tmp", "var/tmp"].map((name) => join(places.root, name));
  const covered = mountedDirectories().map((path) => join(places.root, path));
  await Promise.all([places.runtime, places.pipes, ...own, ...covered].map((path) => mkdir(path, options)));
  await writeFile(join(places.runtime, LAUNCHER), launcher, { mode: 0o600 });
  return places;
}

/** System directories that exist on this machine. */
export function mountedDirectories(): string[] {
  return systemDirectories.filter((path) => existsSync(path));
}
