import { version } from "../../../core/version.ts";

/** The version and a newline, as `--version` prints it. */
export function fixedText(): string {
  return `${version}\n`;
}
