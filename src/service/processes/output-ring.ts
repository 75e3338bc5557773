import { untilAborted } from "../../core/abort.ts";

export type OutputStream = "stdout" | "stderr";

/** Item for a reader of a process's output. `bytes` are valid until the next item is requested. */
export type OutputItem =
  | { stream: OutputStream; bytes: Buffer }
  | { event: "gap"; dropped_bytes: number }
  | { event: "exit"; exit_code: number };

/** Maximum size of kept output for a late reader, in bytes. assumed: the API has no limit. */
export const MAX_KEPT_BYTES = 8 * 2 ** 20;
/** A reader that lags by more bytes pauses the process (backpressure). */
const PAUSE_BYTES = 2 * 2 ** 20;
const RESUME_BYTES = 512 * 1_024;
/** A reader that reads nothing for this time no longer pauses the process. */
const READER_PATIENCE_MS = 300_000;
const BLOCK_BYTES = 64 * 1_024;
/** Writes of at least this size get a full block; shorter ones a block that grows. */
const LARGE_BYTES = BLOCK_BYTES / 2;
const SPARE_BLOCKS = 4;
/** Memory overhead of a block, in bytes. */
const BLOCK_COST = 256;

interface Block {
  stream: OutputStream;
  bytes: Buffer;
  length: number;
}

interface Reader {
  /** Sequence number of the block it reads next. */
  block: number;
  offset: number;
  /** Number of bytes before the reader's position, including dropped ones. */
  position: number;
  took: number;
  waitedFor: boolean;
}

function newReader(): Reader {
  return { block: 0, offset: 0, position: 0, took: performance.now(), waitedFor: true };
}

/**
 * Ring buffer of a process's output, in order of arrival. Each reader gets everything from the first kept byte. While
 * there are readers, backpressure pauses the process so that none misses output, as with a real pipe; without readers
 * the oldest output is dropped. A new process is paused too until its first reader, for at most `firstReaderMs`.
 * assumed: a reader that has read nothing for 5 minutes no longer pauses the process and gets a `gap`.
 */
export class OutputRing {
  readonly #blocks: Block[] = [];
  readonly #readers = new Set<Reader>();
  readonly #hold: (held: boolean) => void;
  /** Buffers of dropped blocks, for reuse. */
  readonly #spare: Buffer[] = [];
  #first = 0;
  #start = 0;
  #end = 0;
  #cost = 0;
  #exit: number | undefined;
  #held = false;
  #changed = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  /** Placeholder for the first reader. */
  #expected: Reader | undefined;
  #expecting: NodeJS.Timeout | undefined;

  /** @param hold called with true to pause the process for a reader, with false to resume it */
  constructor(hold: (held: boolean) => void, firstReaderMs = 0) {
    this.#hold = hold;
    if (firstReaderMs === 0) return;
    this.#expected = newReader();
    this.#readers.add(this.#expected);
    this.#expecting = setTimeout(() => this.#expectNobody(), firstReaderMs);
    this.#expecting.unref();
  }

  /** Memory use in bytes. */
  get size(): number {
    return this.#cost;
  }

  get read(): boolean {
    return this.#readers.size > (this.#expected ? 1 : 0);
  }

  /** Appends a copy of the bytes. */
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
    this.trim(MAX_KEPT_BYTES);
    this.#wake();
    this.#checkHold();
  }

  /** Drops the oldest blocks until at most `limit` bytes of memory are used; keeps blocks that a reader still needs. */
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

  /** Ends the output. */
  close(exitCode: number): void {
    this.#exit = exitCode;
    this.#expectNobody();
    this.#spare.length = 0;
    this.#wake();
  }

  /** Yields everything from the first kept byte, then the exit. Throws the signal's reason on abort. */
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

  /** Last block if it has space for the stream, otherwise a new one. */
  #blockFor(stream: OutputStream, length: number): Block {
    const last = this.#blocks.at(-1);
    if (last?.stream === stream && last.length < BLOCK_BYTES) {
      if (last.length < last.bytes.length) return last;
      // A small full block is reallocated; items already given to readers keep the old buffer.
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

  /** Checks for stalled readers while there are readers. */
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
