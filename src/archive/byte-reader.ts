/** Reads a stream of bytes in pieces of a requested size, in constant memory. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads the next `size` bytes; fewer at the end of the source. */
  async read(size: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let left = size;
    while (left > 0) {
      const part = await this.some(left);
      if (!part) break;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Reads the available next bytes, at most `size`; undefined at the end of the source. */
  async some(size: number): Promise<Uint8Array | undefined> {
    while (this.#at === this.#chunk.length) {
      const next = await this.#source.next();
      if (next.done) return undefined;
      this.#chunk = next.value;
      this.#at = 0;
    }
    const part = this.#chunk.subarray(this.#at, this.#at + size);
    this.#at += part.length;
    return part;
  }

  /** Ends the source. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
