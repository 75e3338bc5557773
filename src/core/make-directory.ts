import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a directory and its missing parents, each with the mode. Returns the path of the first created directory,
 * undefined when the directory already existed.
 *
 * assumed: one by one rather than with `recursive`, which never returns where a file system answers ENOENT below a
 * directory that exists, as /proc does. Here that is an error that names the directory.
 */
export function makeDirectory(path: string, mode = 0o777): string | undefined {
  if (isDirectory(path)) return undefined;
  const parent = dirname(path);
  const first = parent === path || existsSync(parent) ? undefined : makeDirectory(parent, mode);
  try {
    mkdirSync(path, mode);
    return first ?? path;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT")
      throw new Error(`no directory can be made in "${parent}"`, { cause });
    // Another process has created it at the same time.
    if (isDirectory(path)) return first;
    throw cause;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
