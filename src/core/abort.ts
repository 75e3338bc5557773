import { CliError, InterruptedError } from "./errors.ts";

type Cleanup = () => void | Promise<void>;

const signalNames = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A signal of the system that ends a command. */
export type SignalName = (typeof signalNames)[number];
type SignalHandler = (name: SignalName) => void;
type ErrorHandler = (error: unknown) => void;

/** Moment at which a time limit ends a command. */
export interface Deadline {
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly atMs: number;
  /** Ends the command like its timer, for work that blocks timers. */
  readonly end: () => void;
}

/**
 * Lifetime of one command: an abort signal that every wait listens to, and the cleanups that run before the process ends.
 * A signal of the system, `--timeout` or the end of the command ends it.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #cleanups = new Set<Cleanup>();
  #onSignal: SignalHandler | undefined;
  #onError: ErrorHandler | undefined;
  #timer: NodeJS.Timeout | undefined;
  #deadline: Deadline | undefined;
  readonly #outer: Lifetime | undefined;

  /** @param outer the command that runs this one; its time limit and Ctrl-C also apply to this one */
  constructor(outer?: Lifetime) {
    this.#outer = outer;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the command's waits with `reason`; the first reason stays. */
  abort(reason: CliError): void {
    this.#controller.abort(reason);
  }

  /** Ends the command, and the one that runs it, as a signal of the system does. */
  interrupt(name: SignalName): void {
    this.#outer?.interrupt(name);
    this.abort(new InterruptedError(name));
  }

  /** The earliest moment at which a time limit ends the command; undefined without a limit. */
  get deadline(): Deadline | undefined {
    const [own, outer] = [this.#deadline, this.#outer?.deadline];
    return own && (!outer || own.atMs <= outer.atMs) ? own : outer;
  }

  /** Passes signals of the system to `handler` instead of ending the command. Returns a function that undoes this. */
  takeSignals(handler: SignalHandler): () => void {
    this.#onSignal = handler;
    return () => {
      if (this.#onSignal === handler) this.#onSignal = undefined;
    };
  }

  /** Passes a signal of the system to its handler. Returns false when there is no handler. */
  signalled(name: SignalName): boolean {
    this.#onSignal?.(name);
    return this.#onSignal !== undefined;
  }

  /**
   * Passes uncaught errors to `handler` instead of ending the command, for a command that serves others. Returns a
   * function that undoes this.
   */
  takeErrors(handler: ErrorHandler): () => void {
    this.#onError = handler;
    return () => {
      if (this.#onError === handler) this.#onError = undefined;
    };
  }

  /** Passes an uncaught error to its handler. Returns false when there is no handler. */
  failed(error: unknown): boolean {
    this.#onError?.(error);
    return this.#onError !== undefined;
  }

  /** Ends the command after `ms` milliseconds with exit 6. */
  limit(ms: number, text: string): void {
    const end = (): void => this.abort(new CliError("timeout", `timed out after ${text} (--timeout)`));
    this.#deadline = { atMs: performance.now() + ms, end };
    this.#timer = setTimeout(end, ms);
    this.#timer.unref();
  }

  /** Registers a cleanup that runs before the process ends, however it ends. Returns a function that removes it. */
  defer(cleanup: Cleanup): () => void {
    this.#cleanups.add(cleanup);
    return () => {
      this.#cleanups.delete(cleanup);
    };
  }

  /** Runs every registered cleanup once, the latest first; a failing one does not stop the others. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    const cleanups = [...this.#cleanups].reverse();
    this.#cleanups.clear();
    for (const cleanup of cleanups) {
      try {
        await cleanup();
      } catch {
        // A failed cleanup does not change the result of the command.
      }
    }
  }
}

/** Listens to the signals that end a command. A second signal ends the process at once. Returns a function that stops. */
export function listenToSignals(lifetime: Lifetime, kill: (exitNumber: number) => void): () => void {
  const listeners = signalNames.map((name) => {
    const listener = (): void => {
      if (!lifetime.signal.aborted && lifetime.signalled(name)) return;
      const reason = new InterruptedError(name);
      if (lifetime.signal.aborted) kill(reason.exitNumber);
      lifetime.abort(reason);
    };
    process.on(name, listener);
    return [name, listener] as const;
  });
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

/** Signal that is aborted `ms` milliseconds after another one, with its reason; the delay does not keep the process alive. */
export function abortLater(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController();
  const start = (): void => void setTimeout(() => late.abort(signal.reason), ms).unref();
  if (signal.aborted) start();
  else signal.addEventListener("abort", start, { once: true });
  return late.signal;
}

export interface TimeLimit {
  /** Milliseconds. */
  readonly ms: number;
  /** Error that the signal of the work is aborted with when the time is over. */
  readonly late: () => Error;
  /** Further signals that end the work, with their own reasons. */
  readonly signals?: readonly (AbortSignal | undefined)[] | undefined;
}

/** Runs `work` with a signal that is aborted by a time limit or by other signals. The timer ends with the work. */
export async function withTimeLimit<T>(
  { ms, late, signals = [] }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(late()), ms);
  try {
    return await work(AbortSignal.any([limit.signal, ...signals.filter((signal) => signal !== undefined)]));
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the signal's reason as soon as it is aborted; otherwise settles as `promise` does. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort, nobody else handles its rejection.
  promise.catch(() => {});
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
