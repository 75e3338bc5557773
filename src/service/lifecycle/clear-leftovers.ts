import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Leftovers of a killed service, by subdirectory of the state directory: session files, uploads, unfinished files. */
const LEFTOVERS: Readonly<Record<string, RegExp>> = {
  sessions: /./,
  uploads: /./,
  profiles: /\.part$/,
  extensions: /\.trial$/,
  apps: /\.half$/,
};

/**
 * Removes what a killed service left. It comes before anything is written at a start: that may be what has filled the
 * disk. What cannot be removed is logged.
 */
export async function clearLeftovers(stateDir: string, log: (line: string) => void): Promise<void> {
  for (const [folder, pattern] of Object.entries(LEFTOVERS)) {
    const path = join(stateDir, folder);
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
