import type { StreamErrorCode } from "../../contract/detail-codes.ts";
import type { Clock } from "../clock.ts";
import type { EventBody } from "./event-log.ts";
import { frameOf, lastStatus } from "./log-frames.ts";

export interface ToldFailureOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Last state of the ended subject, and its event, which ends the stream of every follower. */
  readonly last: () => { readonly status: string; readonly event: EventBody } | undefined;
}

/**
 * Blocks of a log. When the log cannot be read, because its file is damaged or missing, the stream ends with an event
 * `error` that says so (contract 3), and with the last state if there is one. The same happens when the last state
 * could not be written.
 */
export async function* reportFailure(
  blocks: AsyncIterable<Buffer>,
  { clock, signal, log, last }: ToldFailureOptions,
): AsyncGenerator<Buffer> {
  const timestamp = (): string => clock.timestamp();
  const stateFrame = ({ event, ...rest }: EventBody): Buffer => frameOf({ event, timestamp: timestamp(), ...rest });
  try {
    let end: Buffer | undefined;
    for await (const block of blocks) {
      yield block;
      end = block;
    }
    const state = last();
    if (state && state.status !== (end && lastStatus(end))) yield stateFrame(state.event);
  } catch (error) {
    signal.throwIfAborted();
    const message = `the log cannot be read: ${(error as Error).message}`;
    log(message);
    const code: StreamErrorCode = "log_unreadable";
    yield frameOf({ event: "error", timestamp: timestamp(), error: { code, message: "the log cannot be read" } });
    const state = last();
    if (state) yield stateFrame(state.event);
  }
}
