import { AsyncLocalStorage } from "node:async_hooks";
import type { EventEmitter } from "node:events";

/**
 * Owner of work that nobody awaits: the session, connection, viewer or job that ends when that work fails. It is known to
 * everything that the work starts: promises, timers, sockets and child processes.
 */
export interface ErrorOwner {
  /** Logs an error that nothing caught, with its stack, and ends what it belongs to. Never throws. */
  readonly fail: (error: unknown) => void;
}

export interface ErrorOwnerOptions {
  readonly log: (line: string) => void;
  /** Name of what ends, for the log: `the session`. */
  readonly what: string;
  /** Ends what the error belongs to. Idempotent. */
  readonly end: (error: Error) => unknown;
}

/** The owner of the code that runs. No state of a service: each chain of calls has its own. */
const current = new AsyncLocalStorage<ErrorOwner | undefined>();

export function errorOwner({ log, what, end }: ErrorOwnerOptions): ErrorOwner {
  return {
    fail: (thrown) => {
      const error = asError(thrown);
      log(`an error that nothing caught ends ${what}: ${error.stack ?? error.message}`);
      // An error of the end belongs to nobody: it is logged, and nothing else ends.
      current.run(undefined, () => background(() => end(error)));
    },
  };
}

/** Runs `work`; it and everything that it starts belong to `owner`, or to nobody. */
export function ownedBy<T>(owner: ErrorOwner | undefined, work: () => T): T {
  return current.run(owner, work);
}

/** Owner of the code that runs. Undefined for work of the whole service. */
export function currentOwner(): ErrorOwner | undefined {
  return current.getStore();
}

/** Function that runs with the owner that the code which makes it has; for callbacks of shared timers and queues. */
export function keepingOwner<Arguments extends unknown[], Result>(
  work: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return AsyncLocalStorage.bind(work);
}

/** Lets work go on that nobody awaits. An error of it fails its owner; without an owner it reaches the process, which logs it. */
export function background(work: Promise<unknown> | (() => unknown)): void {
  const done = async (): Promise<unknown> => (typeof work === "function" ? await work() : await work);
  done().catch((error: unknown) => {
    const owner = current.getStore();
    if (!owner) throw error;
    owner.fail(error);
  });
}

/**
 * Gives every event of an emitter an owner: an error of a listener, and an `error` event without a listener, fail it.
 * Promises of listeners belong to it too.
 */
export function ownEmitter(emitter: Pick<EventEmitter, "emit">, owner: ErrorOwner): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (event: string | symbol, ...args: unknown[]) => {
    try {
      return current.run(owner, emit, event, ...args);
    } catch (error) {
      owner.fail(error);
      return true;
    }
  };
}

/** Passes an error that reached the process to its owner; returns false where it has none. */
export function failOwner(error: unknown): boolean {
  const owner = current.getStore();
  // Node keeps the owner of a callback that threw for events of older handles.
  current.enterWith(undefined);
  owner?.fail(error);
  return owner !== undefined;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`);
}
