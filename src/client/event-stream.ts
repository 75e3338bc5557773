import type { ApiClient } from "./call.ts";
import { checkEvent } from "./check-answer.ts";
import { Connection, NO_LIMIT } from "./follow/connection.ts";
import { IDLE_TIMEOUT_MS } from "./follow/limits.ts";
import type { RawRequest } from "./request.ts";
import { eventOf } from "./sse.ts";

export interface EventStreamOptions {
  readonly client: ApiClient;
  readonly request: RawRequest;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as dead; {@link IDLE_TIMEOUT_MS} by default. */
  readonly idleTimeoutMs?: number | undefined;
  /** Called when the stream is open, before its first event. */
  readonly opened?: (() => void) | undefined;
}

/**
 * Events of a stream that is not resumed, over one connection: the same watchdog, line limit and errors as
 * `followStream`. Exit 6 when no answer comes in time, 5 when the connection breaks or falls silent, 1 for an event that
 * is not a JSON object, or of another form than its declaration.
 *
 * assumed: silence counts from the first heartbeat on, because the API documents heartbeats for logs alone; a stream
 * without them has the transport's limit of five minutes.
 */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<object> {
  const { client, request, signal, idleTimeoutMs = IDLE_TIMEOUT_MS, opened } = options;
  const connection = new Connection(signal, idleTimeoutMs);
  let open = false;
  try {
    const response = await connection.first(client, request);
    open = true;
    opened?.();
    connection.allow(NO_LIMIT);
    for (;;) {
      const events = await connection.read();
      if (!events) return;
      for (const data of events) {
        const event = eventOf(data);
        checkEvent(event, response);
        if ("event" in event && event.event === "sse_heartbeat") connection.allow(idleTimeoutMs);
        yield event;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw open || connection.silent ? connection.broken(error) : error;
  } finally {
    connection.close();
  }
}
