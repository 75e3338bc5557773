import { untilAborted } from "../../core/abort.ts";

export type OutputStream = "stdout" | "stderr";

/** Item for a reader of a process's output. `bytes` are valid until it asks for the next item. */
export type OutputItem =
  | { stream: OutputStream; bytes: Buffer }
  | { event: "gap"; dropped_bytes: number }
  | { event: "exit"; exit_code: number };

/** The most that is kept for a reader that comes late. assumed: the API names no limit. */
export const KEPT_BYTES = 8 * 2 ** 20;
/** A reader that is further behind holds the process up, until it is closer again. */
const PAUSE_BYTES = 2 * 2 ** 20;
const RESUME_BYTES = 512 * 1_024;
/** A reader that takes nothing for so long is not waited for any more. */
const READER_PATIENCE_MS = 300_000;
const BLOCK_BYTES = 64 * 1_024;
/** Writes of this length get a block that takes more; shorter ones one that grows. */
const LARGE_BYTES = BLOCK_BYTES / 2;
const SPARE_BLOCKS = 4;
/** Memory of a block beside its bytes, in bytes. */
const BLOCK_COST = 256;

interface Block {
  stream: OutputStream;
  bytes: Buffer;
  length: number;
}

interface Reader {
  /** Number of the block it reads next, counted from the first there ever was. */
  block: number;
  offset: number;
  /** Bytes before this place, dropped ones included. */
  position: number;
  took: number;
  waitedFor: boolean;
}

function newReader(): Reader {
  return { block: 0, offset: 0, position: 0, took: performance.now(), waitedFor: true };
}

/**
 * The last output of a process, in order of arrival. Any number of readers get everything from the first
 * byte that is still kept. While there are readers the process is held up rather than that one of them misses something
 * (as at a real pipe); without one the oldest is dropped. Whoever starts a process reads it a moment later: until the
 * first reader comes it is held up too, for `firstReaderMs` at most. assumed: a reader that has taken nothing for 5 minutes is not
 * waited for any more and learns by a `gap` what it missed.
 */
export class OutputRing {
  readonly #blocks: Block[] = [];
  readonly #readers = new Set<Reader>();
  readonly #hold: (held: boolean) => void;
  /** The memory of blocks that were dropped: at full speed no new one is needed. */
  readonly #spare: Buffer[] = [];
  #first = 0;
  #start = 0;
  #end = 0;
  #cost = 0;
  #exit: number | undefined;
  #held = false;
  #changed = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  /** Stands for the first reader until that comes. */
  #expected: Reader | undefined;
  #expecting: NodeJS.Timeout | undefined;

  /** @param hold called with true when the process has to wait for a reader, with false when it need not any more */
  constructor(hold: (held: boolean) => void, firstReaderMs = 0) {
    this.#hold = hold;
    if (firstReaderMs === 0) return;
    this.#expected = newReader();
    this.#readers.add(this.#expected);
    this.#expecting = setTimeout(() => this.#expectNobody(), firstReaderMs);
    this.#expecting.unref();
  }

  /** Memory it takes, bytes. */
  get size(): number {
    return this.#cost;
  }

  get read(): boolean {
    return this.#readers.size > (this.#expected ? 1 : 0);
  }

  /** Takes a copy of the bytes. */
  push(stream: OutputStream, bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      const block = this.#blockFor(stream, rest.length);
      const taken = Math.min(rest.length, block.bytes.length - block.length);
      rest.copy(block.bytes, block.length, 0, taken);
      block.length += taken;
      this.#end += taken;
      rest = rest.subarray(taken);
    }
    this.trim(KEPT_BYTES);
    this.#wake();
    this.#checkHold();
  }

  /** Drops the oldest until no more than so many bytes of memory are taken; not what a reader still waits for. */
  trim(limit: number): void {
    while (this.#cost > limit && this.#blocks.length > 0) {
      const first = this.#first;
      if ([...this.#readers].some((reader) => reader.waitedFor && reader.block <= first)) return;
      const block = this.#blocks.shift();
      if (!block) return;
      this.#first += 1;
      this.#start += block.length;
      this.#cost -= block.bytes.length + BLOCK_COST;
      if (block.bytes.length === BLOCK_BYTES && this.#spare.length < SPARE_BLOCKS) this.#spare.push(block.bytes);
    }
  }

  /** Nothing more comes. */
  close(exitCode: number): void {
    this.#exit = exitCode;
    this.#expectNobody();
    this.#spare.length = 0;
    this.#wake();
  }

  /** Everything from the first byte that is kept, then the exit. Ends with the signal's reason when that is aborted. */
  async *follow(signal: AbortSignal): AsyncGenerator<OutputItem> {
    const reader = newReader();
    this.#readers.add(reader);
    this.#expectNobody();
    this.#watch();
    try {
      for (;;) {
        signal.throwIfAborted();
        const item = this.#next(reader);
        if (item) {
          yield item;
          this.#checkHold();
          continue;
        }
        if (this.#exit !== undefined) {
          yield { event: "exit", exit_code: this.#exit };
          return;
        }
        await untilAborted(this.#changed.promise, signal);
      }
    } finally {
      this.#readers.delete(reader);
      this.#watch();
      this.#checkHold();
    }
  }

  #expectNobody(): void {
    clearTimeout(this.#expecting);
    if (this.#expected) this.#readers.delete(this.#expected);
    this.#expected = undefined;
    this.#checkHold();
  }

  /** The last block where it has room for the stream, else a new one. */
  #blockFor(stream: OutputStream, length: number): Block {
    const last = this.#blocks.at(-1);
    if (last?.stream === stream && last.length < BLOCK_BYTES) {
      if (last.length < last.bytes.length) return last;
      // Full, and small: it grows. Readers of it have what they were given.
      const needed = Math.max(last.length + length, 4 * last.length);
      const bigger = needed < LARGE_BYTES ? Buffer.allocUnsafeSlow(needed) : this.#wholeBlock();
      last.bytes.copy(bigger, 0, 0, last.length);
      this.#cost += bigger.length - last.bytes.length;
      last.bytes = bigger;
      return last;
    }
    const bytes = length < LARGE_BYTES ? Buffer.allocUnsafeSlow(Math.max(64, length)) : this.#wholeBlock();
    const block: Block = { stream, bytes, length: 0 };
    this.#blocks.push(block);
    this.#cost += bytes.length + BLOCK_COST;
    return block;
  }

  #wholeBlock(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  #next(reader: Reader): OutputItem | undefined {
    reader.took = performance.now();
    reader.waitedFor = true;
    if (reader.block < this.#first) {
      const dropped = this.#start - reader.position;
      Object.assign(reader, { block: this.#first, offset: 0, position: this.#start });
      return { event: "gap", dropped_bytes: dropped };
    }
    for (;;) {
      const block = this.#blocks[reader.block - this.#first];
      if (!block) return undefined;
      if (block.length > reader.offset) {
        const bytes = block.bytes.subarray(reader.offset, block.length);
        reader.position += bytes.length;
        reader.offset = block.length;
        return { stream: block.stream, bytes };
      }
      // The last block may still grow.
      if (reader.block - this.#first === this.#blocks.length - 1) return undefined;
      reader.block += 1;
      reader.offset = 0;
    }
  }

  #checkHold(): void {
    let behind = 0;
    for (const reader of this.#readers) if (reader.waitedFor) behind = Math.max(behind, this.#end - reader.position);
    const held = behind > (this.#held ? RESUME_BYTES : PAUSE_BYTES);
    if (held === this.#held) return;
    this.#held = held;
    this.#hold(held);
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Looks after readers that have stopped to take anything, as long as there are readers. */
  #watch(): void {
    if (this.#readers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setInterval(() => {
      const limit = performance.now() - READER_PATIENCE_MS;
      for (const reader of this.#readers) {
        if (reader.took < limit && reader.position < this.#end) reader.waitedFor = false;
      }
      this.#checkHold();
    }, READER_PATIENCE_MS / 20).unref();
  }
}
