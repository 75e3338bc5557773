import { candidate, type Resolved, strongest } from "./candidates.ts";
import type { Env } from "./paths.ts";

/**
 * Command line of the pager: from `BROWSERCTL_PAGER`, the settings file or `PAGER`; empty or `cat` for none, undefined
 * for the default.
 *
 * assumed: a directory file cannot set it, because a repository could then run a command.
 */
export function choosePager(env: Env, stored: string | undefined, file: string): Resolved<string | undefined> {
  return strongest(
    [
      candidate("environment", "BROWSERCTL_PAGER", env["BROWSERCTL_PAGER"]),
      candidate("file", `values.pager in ${file}`, stored),
      candidate("environment", "PAGER", env["PAGER"]),
    ],
    "less, where it is installed",
  );
}
