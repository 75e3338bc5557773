import { pause } from "../../core/pause.ts";

/** Caller that waits for a value. */
interface Waiter<T> {
  /** Uses a value; false when that failed and the value is still free. */
  readonly use: (value: T) => boolean;
  readonly end: (error: Error) => void;
}

/** Longest timer of Node, in milliseconds. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** Callers that wait for values, in the order of their arrival. */
export class WaitingLine<T> {
  readonly #waiters = new Set<Waiter<T>>();

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /**
   * Result of `use` for the next value; undefined when none came within `ms` milliseconds. Rejects with the error of
   * `use`, with the signal's reason and with the error of {@link end}.
   */
  async wait<R>(ms: number, signal: AbortSignal, use: (value: T) => R): Promise<R | undefined> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<R | undefined>();
    const waiter: Waiter<T> = {
      use: (value) => {
        try {
          resolve(use(value));
          return true;
        } catch (error) {
          reject(error);
          return false;
        }
      },
      end: reject,
    };
    this.#waiters.add(waiter);
    const over = new AbortController();
    const leave = (settle: () => void): void => {
      // A caller that got a value has left the line.
      if (this.#waiters.delete(waiter)) settle();
    };
    const abort = (): void => leave(() => reject(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    pause(Math.min(ms, MAX_WAIT_MS), over.signal).then(
      () => leave(() => resolve(undefined)),
      () => {},
    );
    try {
      return await promise;
    } finally {
      over.abort();
      signal.removeEventListener("abort", abort);
    }
  }

  /** Gives a value to the first caller that can use it; false when there is none. */
  give(value: T): boolean {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      if (waiter.use(value)) return true;
    }
    return false;
  }

  /** Ends all waits with an error. */
  end(error: Error): void {
    for (const waiter of this.#waiters) waiter.end(error);
    this.#waiters.clear();
  }
}
