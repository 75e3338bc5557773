import type { Clock } from "../clock.ts";
import type { EventBody } from "./event-log.ts";
import { frameOf } from "./log-frames.ts";

export interface ToldFailureOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** The last state of what has ended: whoever follows it ends with that. */
  readonly last: () => EventBody | undefined;
}

/**
 * The blocks of a log. One that cannot be read, because its file is damaged or gone, ends with an event `error` that says
 * so (contract part 3), and with the last state where there is one.
 */
export async function* tellFailure(
  blocks: AsyncIterable<Buffer>,
  { clock, signal, log, last }: ToldFailureOptions,
): AsyncGenerator<Buffer> {
  try {
    yield* blocks;
  } catch (error) {
    signal.throwIfAborted();
    const message = `the log cannot be read: ${(error as Error).message}`;
    log(message);
    const timestamp = clock.timestamp();
    yield frameOf({ event: "error", timestamp, error: { code: "log_unreadable", message: "the log cannot be read" } });
    const state = last();
    if (state) {
      const { event, ...rest } = state;
      yield frameOf({ event, timestamp, ...rest });
    }
  }
}
