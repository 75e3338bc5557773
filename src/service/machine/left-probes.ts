import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { PROBE_DIRECTORY } from "../processes/probe-directory.ts";

/** Directories that an interrupted check of the container has left in the state directory. */
export async function leftProbes(stateDir: string): Promise<string[]> {
  const names = await readdir(stateDir).catch(() => []);
  return names.filter((name) => PROBE_DIRECTORY.test(name)).map((name) => join(stateDir, name));
}

/** Removes directories that {@link leftProbes} has found. */
export async function removeProbes(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true });
}
