import { createContext, Script } from "node:vm";
import type { Lifetime } from "./abort.ts";
import { CliError } from "./errors.ts";

/**
 * Time limit of a calculation without `--timeout`, in milliseconds.
 *
 * assumed: a minute, because SIGTERM reaches the command only after the calculation, and a system that stops commands
 * waits for a minute or two.
 */
const DEFAULT_LIMIT_MS = 60_000;

/** Runs a calculation; throws the reason of the command's end when it was interrupted. */
export type Interruptible = <T>(work: () => T) => T;

const surroundings: { work?: () => unknown } = {};
const script = new Script("work()");
let context: object | undefined;

/**
 * Makes calculations of a user's program (a template, a query, a regular expression) end with the command, although no
 * timer and no signal reaches the process while they run. Node's watchdog ends them at the time limit of the command,
 * exit 6, and at Ctrl-C. A calculation is synchronous; `what` names it in the error.
 */
export function interruptible(what: string, lifetime: Pick<Lifetime, "deadline" | "interrupt" | "signal">) {
  return <T>(work: () => T): T => {
    const { deadline, signal } = lifetime;
    signal.throwIfAborted();
    const left = deadline ? deadline.atMs - performance.now() : DEFAULT_LIMIT_MS;
    context ??= createContext(surroundings);
    surroundings.work = work;
    try {
      const timeout = Math.max(1, Math.ceil(left));
      return script.runInContext(context, { timeout, breakOnSigint: true, displayErrors: false }) as T;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ERR_SCRIPT_EXECUTION_INTERRUPTED") lifetime.interrupt("SIGINT");
      else if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      else if (deadline) deadline.end();
      else throw tooLong(what);
      throw signal.reason ?? error;
    } finally {
      delete surroundings.work;
    }
  };
}

function tooLong(what: string): CliError {
  const message = `${what} took longer than ${DEFAULT_LIMIT_MS / 1_000} seconds`;
  return new CliError("timeout", message, { hint: "allow more time with --timeout, such as --timeout 10m" });
}
