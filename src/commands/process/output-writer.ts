import { StringDecoder } from "node:string_decoder";
import type { Io } from "../../core/io.ts";
import { sanitize } from "../../core/sanitize.ts";

/**
 * Writes a process's output to our own streams: exact bytes in a pipe, and at a terminal that was asked for; made safe
 * at a terminal otherwise.
 */
export class OutputWriter {
  readonly #io: Io;
  readonly #exact: boolean;
  readonly #decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };

  /** @param exact the remote program has a terminal: what it writes is meant for ours. */
  constructor(io: Io, exact: boolean) {
    this.#io = io;
    this.#exact = exact;
  }

  async write({ stream, data }: { stream: "stdout" | "stderr"; data: Buffer }): Promise<void> {
    const bytes = this.#exact || !this.#io.tty[stream] ? data : sanitize(this.#decoders[stream].write(data));
    if (stream === "stdout") await this.#io.write(bytes);
    else await this.#io.writeError(bytes);
  }
}
