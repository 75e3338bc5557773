import { AsyncLocalStorage } from "node:async_hooks";
import type { EventEmitter } from "node:events";

/**
 * Owner of unawaited work: the session, connection, viewer or job that ends when that work fails. Everything that the
 * work starts has the same owner: promises, timers, sockets and child processes.
 */
export interface ErrorOwner {
  /** Logs an uncaught error with its stack, and ends the owner. Never throws. */
  readonly fail: (error: unknown) => void;
}

export interface ErrorOwnerOptions {
  readonly log: (line: string) => void;
  /** Name of the owner for the log: `the session`. */
  readonly what: string;
  /** Ends the owner. Idempotent. */
  readonly end: (error: Error) => unknown;
}

/** Owner of the running code. It is not state of a service: each chain of calls has its own. */
const current = new AsyncLocalStorage<ErrorOwner | undefined>();

export function errorOwner({ log, what, end }: ErrorOwnerOptions): ErrorOwner {
  return {
    fail: (thrown) => {
      const error = asError(thrown);
      log(`an error that nothing caught ends ${what}: ${error.stack ?? error.message}`);
      // An error while an owner ends has no owner: it is logged, and nothing else ends.
      current.run(undefined, () => background(() => end(error)));
    },
  };
}

/** Runs `work` with an owner for it and everything that it starts; without an owner if undefined. */
export function ownedBy<T>(owner: ErrorOwner | undefined, work: () => T): T {
  return current.run(owner, work);
}

/** Owner of the running code. Undefined for work of the whole service. */
export function currentOwner(): ErrorOwner | undefined {
  return current.getStore();
}

/** Wraps a function so that it runs with the current owner; for callbacks of shared timers and queues. */
export function keepingOwner<Arguments extends unknown[], Result>(
  work: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return AsyncLocalStorage.bind(work);
}

/** Runs work without awaiting it. An error ends its owner; without an owner it reaches the process, which logs it. */
export function background(work: Promise<unknown> | (() => unknown)): void {
  const done = async (): Promise<unknown> => (typeof work === "function" ? await work() : await work);
  done().catch((error: unknown) => {
    const owner = current.getStore();
    if (!owner) throw error;
    owner.fail(error);
  });
}

/**
 * Gives every event of an emitter an owner, which an error of a listener, or an `error` event without a listener, ends.
 * The owner also owns promises of listeners.
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

/** Ends the owner of an error that reached the process; returns false when it has none. */
export function failOwner(error: unknown): boolean {
  const owner = current.getStore();
  // After a callback has thrown, Node keeps its owner for events of older handles.
  current.enterWith(undefined);
  owner?.fail(error);
  return owner !== undefined;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`);
}
