/** A time from which the log can be read again, and the ordinal of the first line with this time. */
export interface IndexEntry {
  readonly ordinal: number;
  readonly timestamp: string | undefined;
}

/** Maximum number of entries. Beyond it, every other entry is removed and new entries are twice as far apart. */
const MAX_ENTRIES = 8_192;

/**
 * Sparse index of the times of lines. The log can be requested from a time on, and the first line with this time has a
 * known ordinal, so that lines that are read again get their numbers.
 */
export class TimeIndex {
  #stride = 1_000;
  #entries: IndexEntry[] = [];
  #same: IndexEntry | undefined;

  /** Adds a line. Lines are added in order, each once. */
  add(ordinal: number, timestamp: string | undefined): void {
    if (timestamp === undefined) return;
    if (this.#same?.timestamp !== timestamp) this.#same = { ordinal, timestamp };
    const last = this.#entries.at(-1);
    if (last && (ordinal < last.ordinal + this.#stride || this.#same.ordinal === last.ordinal)) return;
    this.#entries.push(this.#same);
    if (this.#entries.length <= MAX_ENTRIES) return;
    this.#entries = this.#entries.filter((_, at) => at % 2 === 0);
    this.#stride *= 2;
  }

  /** The latest entry whose first line is not after `ordinal`; the start of the log when there is none. */
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
