/** Lines that a ring holds. Source: issue 5 ("Memory bounded"). */
export const RING_LINES = 20_000;

/** Bytes of text that a ring holds, as UTF-8; one line may be larger by itself. */
export const RING_BYTES = 16 * 2 ** 20;

/** One line of the log, or a mark between two. */
export interface Line {
  /** Its place among all that came, from 0. */
  readonly ordinal: number;
  /** `gap` and `error` are marks that the stream made, no lines of the app. */
  readonly kind: "log" | "gap" | "error";
  readonly timestamp: string | undefined;
  /** As it was sent: nothing for a terminal yet. */
  readonly text: string;
  /** Bytes of `text` as UTF-8. */
  readonly bytes: number;
  /** Whether the search of the moment finds something in it. */
  found: boolean;
}

/**
 * The last lines of something: a deque in ascending order of ordinals that lets go of lines at one end when the other
 * grows over its bounds.
 */
export class LogRing {
  readonly #capacity: number;
  readonly #maxBytes: number;
  readonly #slots: (Line | undefined)[];
  #head = 0;
  #length = 0;
  #bytes = 0;

  constructor(capacity: number = RING_LINES, maxBytes: number = RING_BYTES) {
    this.#capacity = capacity;
    this.#maxBytes = maxBytes;
    this.#slots = new Array<Line | undefined>(capacity).fill(undefined);
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes of text in it. */
  get bytes(): number {
    return this.#bytes;
  }

  get first(): Line | undefined {
    return this.at(0);
  }

  get last(): Line | undefined {
    return this.at(this.#length - 1);
  }

  /** The line at a place from 0. */
  at(index: number): Line | undefined {
    return index < 0 || index >= this.#length ? undefined : this.#slots[(this.#head + index) % this.#capacity];
  }

  /** Whether a line goes in without another going out. */
  fits(line: Line): boolean {
    return this.#length === 0 || (this.#length < this.#capacity && this.#bytes + line.bytes <= this.#maxBytes);
  }

  /** Adds a line at the end; `gone` is told each that goes at the start for it. */
  push(line: Line, gone?: (line: Line) => void): void {
    while (!this.fits(line)) this.#drop(this.#head, gone);
    this.#slots[(this.#head + this.#length) % this.#capacity] = line;
    this.#length += 1;
    this.#bytes += line.bytes;
  }

  /** Adds a line at the start; `gone` is told each that goes at the end for it. */
  unshift(line: Line, gone?: (line: Line) => void): void {
    while (!this.fits(line)) this.#drop((this.#head + this.#length - 1) % this.#capacity, gone);
    this.#head = (this.#head + this.#capacity - 1) % this.#capacity;
    this.#slots[this.#head] = line;
    this.#length += 1;
    this.#bytes += line.bytes;
  }

  clear(): void {
    this.#slots.fill(undefined);
    this.#head = 0;
    this.#length = 0;
    this.#bytes = 0;
  }

  /** The place of the first line with this ordinal or a later one; the length when there is none. */
  indexOf(ordinal: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle)?.ordinal ?? 0) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  *[Symbol.iterator](): Generator<Line> {
    for (let index = 0; index < this.#length; index += 1) {
      const line = this.at(index);
      if (line) yield line;
    }
  }

  #drop(slot: number, gone: ((line: Line) => void) | undefined): void {
    const line = this.#slots[slot];
    this.#slots[slot] = undefined;
    if (slot === this.#head) this.#head = (this.#head + 1) % this.#capacity;
    this.#length -= 1;
    if (!line) return;
    this.#bytes -= line.bytes;
    gone?.(line);
  }
}
