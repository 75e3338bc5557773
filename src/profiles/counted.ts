import { FORMAT_BYTES } from "../core/file-format.ts";

/** Source of a file whose first bytes are read in advance. */
export class Counted {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #first: Uint8Array[] = [];
  bytes = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async start(): Promise<Uint8Array> {
    let length = 0;
    while (length < FORMAT_BYTES) {
      const { value, done } = await this.#source.next();
      if (done) break;
      this.#first.push(value);
      length += value.length;
    }
    return Buffer.concat(this.#first);
  }

  async *all(): AsyncGenerator<Uint8Array> {
    for (const chunk of this.#first) {
      this.bytes += chunk.length;
      yield chunk;
    }
    for (;;) {
      const { value, done } = await this.#source.next();
      if (done) return;
      this.bytes += value.length;
      yield value;
    }
  }

  /** Ends the source, even if it was not read to its end, after a running read has ended. */
  close(): void {
    this.#source.return?.().catch(() => {});
  }
}
