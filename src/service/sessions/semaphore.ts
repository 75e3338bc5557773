/**
 * Lets only so many browsers start at the same time: more would each take longer, and all of them together no less.
 * Who waits is let in in order.
 */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits for a place and gives the way to leave it. Rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside < this.#limit) this.#inside += 1;
    else await this.#turn(signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting.shift();
      // The place goes to the next one as it is.
      if (next) next();
      else this.#inside -= 1;
    };
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => {
      const index = this.#waiting.indexOf(resolve);
      // Not there any more: the place was given in this very moment and is left by the caller.
      if (index === -1) return;
      this.#waiting.splice(index, 1);
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener("abort", abort, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }
}
