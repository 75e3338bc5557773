import type { Needs } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";

/** Exit 2 for binary output at a terminal, before anything is done. `what`: "a screenshot"; `file`: a name for it. */
export function refuseTerminal(
  { previewing, tty }: Needs<"previewing" | "tty">,
  out: string | undefined,
  [what, file]: readonly [what: string, file: string],
): void {
  if ((out !== undefined && out !== "-") || !tty.stdout || previewing) return;
  throw new CliError("usage", `${what} is binary and stdout is a terminal`, { hint: `add --out ${file}` });
}
