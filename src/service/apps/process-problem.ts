import { constants } from "node:os";
import type { AppProcessEnd } from "./app-process.ts";

/** Names of signals by number; of several names, the usual one, which the system lists first. */
const signals = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** Reason why a process failed, as one sentence; `when` says which step it had reached. */
export function processProblem({ answer, exitCode, lineError }: AppProcessEnd, when: string): string {
  if (lineError !== undefined) return `its output cannot be stored: ${(lineError as Error).message}`;
  if (answer && "error" in answer) return answer.error;
  if (exitCode > 128) {
    const name = signals.get(exitCode - 128) ?? `signal ${exitCode - 128}`;
    return `its process was ended by ${name} ${when}${name === "SIGKILL" ? "; the usual reason is too little memory" : ""}`;
  }
  const why = exitCode === 0 ? ": it waited for an event that cannot happen, or called process.exit" : "";
  return `its process ended with exit code ${exitCode} ${when}${why}`;
}
