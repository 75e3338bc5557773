import { closeSync, linkSync } from "node:fs";
import { openDirectoryNow } from "./dir-handle.ts";

const RELATIVE = new Set(["", ".", ".."]);

/**
 * Links a file of a session to a path of this machine synchronously, for a file that may be removed at any moment.
 * Follows no link. Returns false when that is not possible: without /proc, for a path with links or relative parts, or
 * when the file is gone.
 *
 * @param root root directory of the session @param path absolute path in the session @param target path on the file
 * system of `root`, which must not exist
 */
export function linkNow(root: string, path: string, target: string): boolean {
  const names = path.split("/").slice(1);
  if (process.platform !== "linux" || names.some((name) => RELATIVE.has(name))) return false;
  let directory: number | undefined;
  try {
    directory = openDirectoryNow(root, names.slice(0, -1));
    linkSync(`/proc/self/fd/${directory}/${names.at(-1)}`, target);
    return true;
  } catch {
    return false;
  } finally {
    if (directory !== undefined) closeSync(directory);
  }
}
