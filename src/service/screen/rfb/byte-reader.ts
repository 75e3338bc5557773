import type { Readable } from "node:stream";

/** Reads a stream in given numbers of bytes. Reads must not overlap. Every read rejects once the stream has ended. */
export class ByteReader {
  readonly #stream: Readable;
  readonly #chunks: Buffer[] = [];
  /** Number of bytes in `#chunks`. */
  #available = 0;
  #ended: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#available += chunk.length;
      this.#wake?.();
    });
    const end = (error?: Error): void => {
      this.#ended ??= error ?? new Error("the connection to the display was closed");
      this.#wake?.();
    };
    stream.on("error", end);
    stream.on("close", () => end());
  }

  /** The next bytes, as one buffer. */
  async read(length: number): Promise<Buffer> {
    while (this.#available < length) await this.#more();
    const [first] = this.#chunks;
    if (first && first.length >= length) return this.#cut(first, length);
    const all = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) filled += this.#next(length - filled).copy(all, filled);
    return all;
  }

  /** Passes the next bytes to `use` as they arrive, so that they are never all in memory. */
  async stream(length: number, use: (chunk: Buffer, offset: number) => void): Promise<void> {
    for (let done = 0; done < length; ) {
      if (this.#available === 0) await this.#more();
      const chunk = this.#next(length - done);
      use(chunk, done);
      done += chunk.length;
    }
  }

  /** Up to `limit` of the available bytes. */
  #next(limit: number): Buffer {
    const [first] = this.#chunks;
    if (!first) throw new Error("no bytes are available");
    return this.#cut(first, Math.min(limit, first.length));
  }

  #cut(first: Buffer, length: number): Buffer {
    if (first.length === length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(length);
    this.#available -= length;
    return first.subarray(0, length);
  }

  async #more(): Promise<void> {
    if (this.#ended) throw this.#ended;
    if (this.#stream.destroyed) throw new Error("the connection to the display was closed");
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await promise;
    this.#wake = undefined;
  }
}
