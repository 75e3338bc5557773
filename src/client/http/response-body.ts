import type { Readable } from "node:stream";
import { ConnectionError } from "./connection-error.ts";

/** Bytes of a response, read one chunk at a time with backpressure. Read it once, by `read` or `for await`. */
export class ResponseBody implements AsyncIterable<Uint8Array> {
  readonly #source: Readable;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;
  #ended = false;
  #failure: { error: unknown } | undefined;

  /** @param timeoutMs milliseconds without a byte, while a reader waits, before the connection is closed. */
  constructor(source: Readable, timeoutMs: number) {
    this.#source = source;
    this.#timeoutMs = timeoutMs;
    const settle = (): void => {
      clearTimeout(this.#timer);
      this.#notify();
    };
    source.on("readable", () => this.#notify());
    source.once("end", () => {
      this.#ended = true;
      settle();
    });
    source.on("error", (error) => {
      this.#failure ??= { error };
      settle();
    });
    source.once("close", () => {
      if (!this.#ended) this.#failure ??= { error: new ConnectionError("SOCKET_CLOSED") };
      settle();
    });
  }

  /** Next chunk; undefined at the end. Throws the error of the connection, or the reason of an abort. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      if (this.#ended) return undefined;
      const chunk: Buffer | null = this.#source.read();
      if (chunk !== null) return chunk;
      await this.#change();
    }
  }

  /** Closes the connection, unless all of the body has been read. A pending read ends as if the body had ended. */
  async cancel(): Promise<void> {
    this.#ended = true;
    this.#source.destroy();
    this.#notify();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = await this.read();
        if (chunk === undefined) return;
        yield chunk;
      }
    } finally {
      await this.cancel();
    }
  }

  /** Waits until there are bytes, an end or a failure. */
  #change(): Promise<void> {
    // One timer for all waits, because a timer for each small chunk would be expensive.
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#expire(), this.#timeoutMs).unref();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #expire(): void {
    if (this.#wake) this.#source.destroy(new ConnectionError("BODY_TIMEOUT"));
  }
}
