import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The path itself if it exists, otherwise its nearest existing parent directory. */
export function nearestExisting(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}
