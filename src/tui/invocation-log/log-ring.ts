/** Maximum number of lines in a ring. Bounds the memory of the view together with {@link MAX_RING_BYTES}. */
const MAX_RING_LINES = 20_000;

/** Maximum size of the text in a ring, in bytes of UTF-8. A single line may be larger. */
const MAX_RING_BYTES = 16 * 2 ** 20;

/** One line of the log, or a mark between two lines. */
export interface Line {
  /** Number of the line among all received lines and marks, from 0. */
  readonly ordinal: number;
  /** `gap` and `error` are marks of the stream and not lines of the app. */
  readonly kind: "log" | "gap" | "error";
  readonly timestamp: string | undefined;
  /** The text as it was received, not yet sanitised. */
  readonly text: string;
  /** Size of `text` in bytes of UTF-8. */
  readonly bytes: number;
  /** True when the line matches the current search. */
  isMatch: boolean;
}

/**
 * Bounded deque of lines in ascending order of ordinals. When one end grows beyond the bounds, lines are dropped at the
 * other end.
 */
export class LogRing {
  readonly #capacity: number;
  readonly #maxBytes: number;
  readonly #slots: (Line | undefined)[];
  #head = 0;
  #length = 0;
  #bytes = 0;

  constructor(capacity: number = MAX_RING_LINES, maxBytes: number = MAX_RING_BYTES) {
    this.#capacity = capacity;
    this.#maxBytes = maxBytes;
    this.#slots = new Array<Line | undefined>(capacity).fill(undefined);
  }

  get length(): number {
    return this.#length;
  }

  /** Size of the text in the ring, in bytes of UTF-8. */
  get bytes(): number {
    return this.#bytes;
  }

  get first(): Line | undefined {
    return this.at(0);
  }

  get last(): Line | undefined {
    return this.at(this.#length - 1);
  }

  /** The line at an index from 0. */
  at(index: number): Line | undefined {
    return index < 0 || index >= this.#length ? undefined : this.#slots[(this.#head + index) % this.#capacity];
  }

  /** True when a line can be added without dropping another. */
  fits(line: Line): boolean {
    return this.#length === 0 || (this.#length < this.#capacity && this.#bytes + line.bytes <= this.#maxBytes);
  }

  /** Adds a line at the end. Calls `onDrop` for each line that is dropped at the start for it. */
  push(line: Line, onDrop?: (line: Line) => void): void {
    while (!this.fits(line)) this.#drop(this.#head, onDrop);
    this.#slots[(this.#head + this.#length) % this.#capacity] = line;
    this.#length += 1;
    this.#bytes += line.bytes;
  }

  /** Adds a line at the start. Calls `onDrop` for each line that is dropped at the end for it. */
  unshift(line: Line, onDrop?: (line: Line) => void): void {
    while (!this.fits(line)) this.#drop((this.#head + this.#length - 1) % this.#capacity, onDrop);
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

  /** Index of the first line with this ordinal or a later one; the length when there is none. */
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

  #drop(slot: number, onDrop: ((line: Line) => void) | undefined): void {
    const line = this.#slots[slot];
    this.#slots[slot] = undefined;
    if (slot === this.#head) this.#head = (this.#head + 1) % this.#capacity;
    this.#length -= 1;
    if (!line) return;
    this.#bytes -= line.bytes;
    onDrop?.(line);
  }
}
