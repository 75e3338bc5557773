import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Contents of all current files below a directory. */
export function filesBelow(directory: string): Buffer[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    try {
      return [readFileSync(join(entry.parentPath, entry.name))];
    } catch {
      return [];
    }
  });
}
