import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { removeSessionDirectories } from "../sessions/session-directories.ts";

/** Unfinished files of a killed service, by subdirectory of the state directory. */
const LEFTOVERS: Readonly<Record<string, RegExp>> = {
  profiles: /\.part$/,
  extensions: /\.trial$/,
  apps: /\.half$/,
};

/**
 * Removes the directories of sessions and the unfinished files of a killed service. It comes before anything is written
 * at a start: they may have filled the disk. A failure to remove one is logged.
 */
export async function clearLeftovers(stateDir: string, log: (line: string) => void): Promise<void> {
  // By their links: the state file that names where they are may be lost.
  await removeSessionDirectories(join(stateDir, "sessions"), log);
  for (const [directory, pattern] of Object.entries(LEFTOVERS)) {
    const path = join(stateDir, directory);
    const names = await readdir(path).catch(() => []);
    for (const name of names.filter((each) => pattern.test(each))) {
      // The last process of a browser may still write while it ends.
      const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
      await rm(join(path, name), options).catch((error: Error) => {
        log(`cannot remove a file of an earlier life of the service: ${error.message}`);
      });
    }
  }
}
