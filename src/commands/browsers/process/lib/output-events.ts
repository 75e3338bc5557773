import { badAnswer } from "../../../../client/check-answer.ts";
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
