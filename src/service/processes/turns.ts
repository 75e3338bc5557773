import { untilAborted } from "../../core/abort.ts";

/** Queue of work that runs one after the other. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** Number of works that run or wait. */
  get size(): number {
    return this.#waiting;
  }

  /** Resolves when all work given so far has ended. */
  get idle(): Promise<void> {
    return this.#last;
  }

  /** Runs work after all work given before. An aborted signal ends the wait, and the work does not run. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = before.then(() => ended);
    this.#waiting += 1;
    try {
      await untilAborted(before, signal);
      return await work();
    } finally {
      this.#waiting -= 1;
      end();
    }
  }
}
