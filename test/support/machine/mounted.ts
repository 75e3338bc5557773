import { basename, dirname, join } from "node:path";

/**
 * End of a path as the list of a process's mounts shows it: a list names the source of a mount within its file system,
 * which the path of a directory in another file system than that of `/` does not begin with.
 */
export function mountedName(path: string): string {
  return join("/", basename(dirname(path)), basename(path));
}
