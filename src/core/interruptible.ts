import { setImmediate as nextImmediate } from "node:timers/promises";
import { createContext, type RunningScriptOptions, Script } from "node:vm";
import type { Lifetime } from "./abort.ts";
import { CliError } from "./errors.ts";

/**
 * Time limit of a calculation without `--timeout`, in milliseconds.
 *
 * assumed: a minute, because SIGTERM reaches the command only after the calculation, and a system that stops commands
 * waits for a minute or two.
 */
const DEFAULT_LIMIT_MS = 60_000;

/**
 * Time in milliseconds that calculations may take without a watch for Ctrl-C, and without a turn of the event loop.
 *
 * assumed: this long nobody minds. Node takes SIGINT away from its listeners while it watches, and a signal that comes at
 * the beginning or the end of a watch is lost or ends the process; were each short calculation watched, that would
 * happen now and then.
 */
const UNWATCHED_MS = 250;

/** Result of a calculation; rejects with the reason of the command's end when it was interrupted. */
export type Interruptible = <T>(work: () => T) => Promise<T>;

const TIMED_OUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";

const surroundings: { work?: () => unknown } = {};
const script = new Script("work()");
let context: object | undefined;
/** Time of the calculations since the last turn that they have waited for, in milliseconds. */
let spentMs = 0;

/**
 * Makes calculations of a user's program (a template, a query, a regular expression) end with the command, although no
 * timer and no signal reaches the process while they run. Node's watchdog ends them at the time limit of the command,
 * exit 6, and at Ctrl-C. A calculation is synchronous and without effects: one that takes long begins again, watched.
 * `what` names it in the error.
 */
export function interruptible(
  what: string,
  lifetime: Pick<Lifetime, "deadline" | "interrupt" | "signal">,
): Interruptible {
  const leftMs = (): number => {
    const { deadline } = lifetime;
    return Math.max(1, Math.ceil(deadline ? deadline.atMs - performance.now() : DEFAULT_LIMIT_MS));
  };
  const failed = (error: unknown): unknown => {
    const { deadline, signal } = lifetime;
    if (isCode(error, "ERR_SCRIPT_EXECUTION_INTERRUPTED")) lifetime.interrupt("SIGINT");
    else if (!isCode(error, TIMED_OUT)) return error;
    else if (deadline) deadline.end();
    else return tooLong(what);
    return signal.reason ?? error;
  };
  return async <T>(work: () => T): Promise<T> => {
    if (spentMs >= UNWATCHED_MS) await turn();
    lifetime.signal.throwIfAborted();
    const limitMs = leftMs();
    try {
      return run(work, { timeout: Math.min(UNWATCHED_MS, limitMs) });
    } catch (error) {
      if (!isCode(error, TIMED_OUT) || limitMs <= UNWATCHED_MS) throw failed(error);
    }
    // A Ctrl-C of the meantime is known after it.
    await turn();
    lifetime.signal.throwIfAborted();
    try {
      return run(work, { timeout: leftMs(), breakOnSigint: true });
    } catch (error) {
      throw failed(error);
    }
  };
}

/** Waits until the event loop has seen all signals so far: the first immediate may come before its next look. */
async function turn(): Promise<void> {
  await nextImmediate();
  await nextImmediate();
  spentMs = 0;
}

function run<T>(work: () => T, options: RunningScriptOptions): T {
  const started = performance.now();
  context ??= createContext(surroundings);
  surroundings.work = work;
  try {
    return script.runInContext(context, { ...options, displayErrors: false }) as T;
  } finally {
    delete surroundings.work;
    spentMs += performance.now() - started;
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === code;
}

function tooLong(what: string): CliError {
  const message = `${what} took longer than ${DEFAULT_LIMIT_MS / 1_000} seconds`;
  return new CliError("timeout", message, { hint: "allow more time with --timeout, such as --timeout 10m" });
}
