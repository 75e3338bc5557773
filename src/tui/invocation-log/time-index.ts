/** A moment from which the log can be read again, and the ordinal of the first line that has it. */
export interface IndexEntry {
  readonly ordinal: number;
  readonly timestamp: string | undefined;
}

/** Entries at most; when there are more, every other one goes and the next ones are twice as far apart. */
const MOST = 8_192;

/**
 * The times of some lines, sparse, so that a piece of the log can be asked for by time and still be numbered rightly:
 * what is read from a moment on begins with the first line that has this moment.
 */
export class TimeIndex {
  #stride = 1_000;
  #entries: IndexEntry[] = [];
  #same: IndexEntry | undefined;

  /** Sees every line of the log once, in order. */
  add(ordinal: number, timestamp: string | undefined): void {
    if (timestamp === undefined) return;
    if (this.#same?.timestamp !== timestamp) this.#same = { ordinal, timestamp };
    const last = this.#entries.at(-1);
    if (last && (ordinal < last.ordinal + this.#stride || this.#same.ordinal === last.ordinal)) return;
    this.#entries.push(this.#same);
    if (this.#entries.length <= MOST) return;
    this.#entries = this.#entries.filter((_, at) => at % 2 === 0);
    this.#stride *= 2;
  }

  /** The latest known moment whose first line is not after `ordinal`; the beginning of the log when there is none. */
  before(ordinal: number): IndexEntry {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.ordinal ?? 0) <= ordinal) low = middle + 1;
      else high = middle;
    }
    return this.#entries[low - 1] ?? { ordinal: 0, timestamp: undefined };
  }
}
