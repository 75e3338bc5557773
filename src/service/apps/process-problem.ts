import { constants } from "node:os";
import type { AppProcessEnd } from "./app-process.ts";

/** Names of signals by number; of two for one, the usual, which the system lists first. */
const signals = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** Why a process did not give what it was run for, as one sentence. `when` says how far it had come. */
export function processProblem({ answer, exitCode, lineError }: AppProcessEnd, when: string): string {
  if (lineError !== undefined) return `what it prints cannot be kept: ${(lineError as Error).message}`;
  if (answer && "error" in answer) return answer.error;
  if (exitCode > 128) {
    const name = signals.get(exitCode - 128) ?? `signal ${exitCode - 128}`;
    return `its process was ended by ${name} ${when}${name === "SIGKILL" ? "; too little memory is the usual reason" : ""}`;
  }
  const why = exitCode === 0 ? ": it waited for what cannot come any more, or ended itself" : "";
  return `its process ended with exit code ${exitCode} ${when}${why}`;
}
