import { fileURLToPath } from "node:url";
import { packageFile } from "./package-file.ts";

/**
 * Command that starts this program again: the file to run and the arguments before its own. A single executable starts
 * itself; otherwise Node runs the launcher.
 *
 * @param nodeFlags flags for Node
 */
export function selfCommand(...nodeFlags: readonly string[]): readonly [file: string, ...args: string[]] {
  const bundled = fileURLToPath(import.meta.url).startsWith(process.execPath);
  return bundled ? [process.execPath] : [process.execPath, ...nodeFlags, packageFile("bin", "browserctl.js")];
}
