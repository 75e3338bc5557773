import type { CliError } from "../../core/errors.ts";
import type { FollowItem } from "../../core/follow-item.ts";
import { pause } from "../../core/pause.ts";
import type { ApiClient } from "../call.ts";
import { checkEvent } from "../check-answer.ts";
import type { HttpHeaders } from "../http/headers.ts";
import type { ApiResponse, RawRequest } from "../request.ts";
import { retryDelay } from "../retry.ts";
import { eventOf } from "../sse.ts";
import { Connection, fatalStatuses, streamBroken } from "./connection.ts";
import { IDLE_TIMEOUT_MS, MAX_RECONNECTS } from "./limits.ts";

/** Place of an event: its number, which counts up without gaps, and its time, which tells a count that began anew. */
export interface Place {
  readonly number: number;
  readonly time: number;
}

export interface NumberedOptions {
  readonly client: ApiClient;
  readonly request: RawRequest;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which a connection counts as dead; {@link IDLE_TIMEOUT_MS} by default. */
  readonly idleTimeoutMs?: number | undefined;
  /** Maximum number of reconnections in a row without progress; {@link MAX_RECONNECTS} by default. */
  readonly maxReconnects?: number | undefined;
  /** Place of an event; undefined for one without a number. */
  placeOf(event: object): Place | undefined;
  /** True when what is followed has ended, and its stream with it; asked whenever a stream closes. */
  isOver(): Promise<boolean>;
}

type Item = FollowItem<object>;

interface Broken {
  readonly reason: string;
  readonly progress: boolean;
  readonly headers?: HttpHeaders;
  readonly cause?: unknown;
}

/**
 * Follows a stream of numbered events until what it is about has ended, over as many connections as needed, and yields each
 * event once: a new connection names the last number in `Last-Event-ID` (contract 2.22). A number that was left out, or a
 * count that began anew, is a `gap`.
 *
 * The first connection fails as any call does; later ones are retried as in `followStream`. Data of another form than
 * declared breaks its connection. Exit 9 after `maxReconnects` in a row without progress.
 */
export async function* followNumbered(options: NumberedOptions): AsyncGenerator<readonly Item[], void> {
  const { maxReconnects = MAX_RECONNECTS, signal } = options;
  const follower = new Follower(options);
  for (let failed = 0; ; ) {
    const broken = yield* follower.connect();
    if (broken === undefined) return;
    if (broken.progress) failed = 0;
    failed += 1;
    if (failed > maxReconnects) throw streamBroken(broken.reason, maxReconnects, broken.cause);
    const present = performance.timeOrigin + performance.now();
    const inMs = Math.round(retryDelay(failed, broken.headers, present, follower.retryMs));
    yield [{ kind: "reconnecting", reason: broken.reason, attempt: failed, inMs }];
    await pause(inMs, signal);
  }
}

class Follower {
  readonly #options: NumberedOptions;
  #opened = false;
  #last: Place | undefined;
  #retryMs: number | undefined;

  constructor(options: NumberedOptions) {
    this.#options = options;
  }

  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** One connection, to its end; undefined when what is followed has ended. */
  async *connect(): AsyncGenerator<readonly Item[], Broken | undefined> {
    const { client, idleTimeoutMs = IDLE_TIMEOUT_MS, isOver, signal } = this.#options;
    const connection = new Connection(signal, idleTimeoutMs);
    const first = !this.#opened;
    let progress = false;
    try {
      const request = this.#request();
      const response = first ? await connection.first(client, request) : await connection.again(client, request);
      if (response.status >= 300) {
        const error = await connection.failure(client, response);
        if (response.status === 404 && (await isOver())) return undefined;
        if (fatalStatuses.has(response.status)) throw new Fatal(error);
        return { reason: error.message, progress, headers: response.headers, cause: error };
      }
      this.#opened = true;
      const openedAt = performance.now();
      yield [{ kind: "connected" }];
      for (;;) {
        const events = await connection.read();
        if (!events) return (await isOver()) ? undefined : { reason: "it ended too early", progress };
        this.#retryMs = connection.retryMs ?? this.#retryMs;
        const items: Item[] = [];
        let bad: unknown;
        try {
          for (const data of events) items.push(...this.#itemsOf(data, response));
        } catch (error) {
          bad = error;
        }
        if (items.length > 0) yield items;
        if (bad !== undefined) throw bad;
        // A comment that keeps a quiet stream open counts once the connection has stood for a while.
        progress ||= items.length > 0 || performance.now() - openedAt > idleTimeoutMs / 3;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Fatal) throw error.error;
      if (!this.#opened && !connection.silent) throw error;
      return { reason: connection.broken(error).message, progress, cause: error };
    } finally {
      connection.close();
    }
  }

  #request(): RawRequest {
    const { request } = this.#options;
    if (this.#last === undefined) return request;
    return { ...request, headers: { ...request.headers, "last-event-id": String(this.#last.number) } };
  }

  #itemsOf(data: string, response: ApiResponse): Item[] {
    const value = eventOf(data);
    checkEvent(value, response);
    const raw = data.includes("\n") ? data.replaceAll("\n", " ") : data;
    const item: Item = { kind: "event", raw, value };
    const place = this.#options.placeOf(value);
    if (place === undefined) return [item];
    const last = this.#last;
    // A service that ignores the header, or that replays, sends seen events again.
    if (last && place.number <= last.number && place.time <= last.time) return [];
    this.#last = place;
    const reason = last && gapReason(last, place);
    return reason === undefined ? [item] : [{ kind: "gap", reason, after: String(last?.number) }, item];
  }
}

function gapReason(last: Place, { number }: Place): string | undefined {
  const lost = number - last.number - 1;
  if (lost < 0) return "the numbers began anew; events may be missing";
  return lost === 0 ? undefined : lost === 1 ? "1 event was dropped" : `${lost} events were dropped`;
}

/** Failure that ends the stream without another attempt. */
class Fatal extends Error {
  readonly error: CliError;
  constructor(error: CliError) {
    super(error.message);
    this.error = error;
  }
}
