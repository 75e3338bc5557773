/** Semaphore with a fixed number of places and a queue in order of arrival. */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of callers in the queue. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Waits for a place and returns the function that leaves it. Rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside >= this.#limit) return this.enterAfterNext(signal);
    this.#inside += 1;
    return this.#leaveOnce();
  }

  /**
   * Queues for the next place that is left, even while another one is free. If no place is taken, only the signal ends
   * the wait.
   */
  async enterAfterNext(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => {
      const index = this.#waiting.indexOf(resolve);
      // Already removed: the place was handed over in the same turn, and the caller leaves it.
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
    return this.#leaveOnce();
  }

  #leaveOnce(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting.shift();
      // The place goes to the next caller without becoming free in between.
      if (next) next();
      else this.#inside -= 1;
    };
  }
}
