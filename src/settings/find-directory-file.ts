import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/** Name of the file that chooses context, project and output defaults for a directory and everything below it. */
export const DIRECTORY_FILE = ".browserctl.json";

/**
 * Path of the nearest directory file at or above `cwd`, or undefined. Costs one `lstat` per directory.
 *
 * assumed: the search ends at the root of the file system and not at the home directory, because work is also done
 * outside of it, such as in a CI runner's workspace.
 */
export function findDirectoryFile(cwd: string): string | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const path = join(directory, DIRECTORY_FILE);
    if (exists(path)) return path;
    if (dirname(directory) === directory) return undefined;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A directory that this user cannot search counts as having no file.
    return false;
  }
}
