import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { PROBE_DIRECTORY } from "../processes/container-probe.ts";
import { removeSessionDirectories } from "../sessions/session-directories.ts";

/** Unfinished files of a killed service, by subdirectory of the state directory; files directly in it first. */
const LEFTOVERS: Readonly<Record<string, RegExp>> = {
  ".": PROBE_DIRECTORY,
  profiles: /\.part$/,
  extensions: /\.trial$/,
  apps: /\.half$/,
};

/**
 * Removes the session directories and the unfinished files of a killed service. Runs before the service writes
 * anything, because they may have filled the disk. Failures are logged.
 */
export async function clearLeftovers(stateDir: string, log: (line: string) => void): Promise<void> {
  // By their links, because the state file with the location may be lost.
  await removeSessionDirectories(join(stateDir, "sessions"), log);
  for (const [directory, pattern] of Object.entries(LEFTOVERS)) {
    const path = join(stateDir, directory);
    const names = await readdir(path).catch(() => []);
    for (const name of names.filter((each) => pattern.test(each))) {
      // Retries because the last process of a browser may still write while it ends.
      const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
      await rm(join(path, name), options).catch((error: Error) => {
        log(`cannot remove a file of a previous run of the service: ${error.message}`);
      });
    }
  }
}
