import { StringDecoder } from "node:string_decoder";
import { badAnswer } from "../../../../client/check-answer.ts";
import type { Io, TtyFacts } from "../../../../core/io.ts";
import type { ProcessOutputEvent } from "../../../../generated/types.ts";

/** Chunk of a process's output. */
export interface OutputChunk {
  readonly stream: "stdout" | "stderr";
  readonly data: Buffer;
}

type DataEvent = Extract<ProcessOutputEvent, { data_b64: string }>;
type ExitEvent = Extract<ProcessOutputEvent, { event: "exit" }>;

/** Bytes of an event; an unknown stream counts as stdout. */
export function outputChunk({ stream, data_b64 }: DataEvent): OutputChunk {
  return { stream: stream === "stderr" ? "stderr" : "stdout", data: Buffer.from(data_b64, "base64") };
}

/** Exit code of the process. Exit 1, `bad_answer`, for an event without one. */
export function exitCodeOf({ exit_code }: ExitEvent): number {
  if (!Number.isInteger(exit_code)) throw badAnswer("the service sent no exit code of the process");
  return exit_code;
}

/** Form of a process's output on the local streams: exact bytes in a pipe, escaped text at a terminal. */
export class OutputForm {
  readonly #tty: TtyFacts;
  readonly #exact: boolean;
  readonly #decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };

  /** @param exact the remote program has a terminal: its bytes go to this one unchanged. */
  constructor(tty: TtyFacts, exact: boolean) {
    this.#tty = tty;
    this.#exact = exact;
  }

  of({ stream, data }: OutputChunk): string | Uint8Array {
    return this.#exact || !this.#tty[stream] ? data : this.#decoders[stream].write(data);
  }
}

/** Writes a process's output to the local streams; see {@link OutputForm}. */
export class OutputWriter {
  readonly #io: Io;
  readonly #form: OutputForm;

  constructor(io: Io, exact: boolean) {
    this.#io = io;
    this.#form = new OutputForm(io.tty, exact);
  }

  async write(chunk: OutputChunk): Promise<void> {
    const data = this.#form.of(chunk);
    if (chunk.stream === "stdout") await this.#io.write(data);
    else await this.#io.writeError(data);
  }
}
