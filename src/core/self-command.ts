import { nodeProgram } from "./node-program.ts";
import { packageFile } from "./package-file.ts";

/**
 * Command that starts this program again: the file to run and the arguments before its own.
 *
 * @param nodeFlags flags for Node
 */
export function selfCommand(...nodeFlags: readonly string[]): readonly [file: string, ...args: string[]] {
  return [nodeProgram(), ...nodeFlags, packageFile("bin", "browserctl.js")];
}
