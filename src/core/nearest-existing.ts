import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The path itself where it exists, otherwise the nearest directory above it that does. */
export function nearestExisting(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}
