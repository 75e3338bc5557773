interface Ended {
  readonly id: string;
}

/**
 * Records how things ended. When the disk is full, an end is kept in memory, and shown from there, until it can be
 * written.
 */
export class PendingEnds<T extends Ended> {
  readonly #write: (one: T) => void;
  readonly #log: (line: string) => void;
  readonly #ends = new Map<string, T>();

  constructor(write: (one: T) => void, log: (line: string) => void) {
    this.#write = write;
    this.#log = log;
  }

  record(one: T): void {
    this.#ends.set(one.id, one);
    const error = this.#attempt(one);
    if (error) this.#log(`cannot record the end of ${one.id}: ${error.message}`);
    else this.retry();
  }

  get(id: string): T | undefined {
    return this.#ends.get(id);
  }

  /** Ends that are not written yet, the latest last. */
  values(): Iterable<T> {
    return this.#ends.values();
  }

  get size(): number {
    return this.#ends.size;
  }

  /** Writes the ends that could not be written before. */
  retry(): void {
    for (const one of this.#ends.values()) this.#attempt(one);
  }

  #attempt(one: T): Error | undefined {
    try {
      this.#write(one);
      this.#ends.delete(one.id);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }
}
