import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launcher } from "./launcher.ts";

/**
 * Directories of the machine that a session sees read-only instead of having its own. assumed: file operations refuse them,
 * because what is in them is not the session's.
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

/** The home of a session's processes and their working directory when none is given. assumed: the API names none. */
export const sessionHome = "/home/user";

/** Where a session's downloads land, whoever starts them. assumed: the API names no place. */
export const downloadsDirectory = `${sessionHome}/Downloads`;

/** The launcher's file in {@link SessionRoot.runtime}. */
export const LAUNCHER = "launch.sh";

/** Directories of a session. */
export interface SessionRoot {
  /** Directory that its processes see as `/`; the system's directories lie over it. */
  readonly root: string;
  /** Directory that only the service writes and its processes may read. */
  readonly runtime: string;
  /** Pipes that are not yet in use. */
  readonly pipes: string;
}

/** The directories of a session, by name alone. */
export function sessionRoot(dir: string): SessionRoot {
  return { root: join(dir, "root"), runtime: join(dir, "runtime"), pipes: join(dir, "pipes") };
}

/**
 * Makes a session's directories (0700) with its top-level ones: `home/user/Downloads`, `tmp` and `var/tmp`, and an empty
 * directory for each of {@link systemDirectories}. Its processes may make more at the top; file operations see the same.
 */
export async function prepareSessionRoot(dir: string): Promise<SessionRoot> {
  const places = sessionRoot(dir);
  const options = { recursive: true, mode: 0o700 };
  const own = [downloadsDirectory, "tmp", "var/tmp"].map((name) => join(places.root, name));
  const covered = mountedDirectories().map((path) => join(places.root, path));
  await Promise.all([places.runtime, places.pipes, ...own, ...covered].map((path) => mkdir(path, options)));
  await writeFile(join(places.runtime, LAUNCHER), launcher, { mode: 0o600 });
  return places;
}

/** The system's directories that this machine has. */
export function mountedDirectories(): string[] {
  return systemDirectories.filter((path) => existsSync(path));
}
