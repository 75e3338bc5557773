import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the installed package, such as a completion script. The bundle lies one folder below the package's root. */
export function packageFile(...path: string[]): string {
  return join(dirname(dirname(fileURLToPath(import.meta.url))), ...path);
}
