import type { PlainOperation } from "../../contract/plain.ts";
import { CliError } from "../../core/errors.ts";
import type { FollowItem, StreamEvent } from "../../core/follow-item.ts";
import { pause } from "../../core/pause.ts";
import { epochMs, sinceTimestamp } from "../../core/timestamp.ts";
import type { ApiClient } from "../call.ts";
import type { HttpHeaders } from "../http/headers.ts";
import type { ApiResponse, RawRequest } from "../request.ts";
import { retryDelay } from "../retry.ts";
import { eventOf } from "../sse.ts";
import { Connection, fatalStatuses, NO_LIMIT, streamBroken } from "./connection.ts";
import { IDLE_TIMEOUT_MS, LOCAL_GONE_MS, MAX_RECONNECTS } from "./limits.ts";
import { type FollowState, type ResumeFilter, SeenEvents, type Verdict } from "./seen-events.ts";

export interface FollowOptions {
  client: ApiClient;
  operation: PlainOperation;
  params: Readonly<Record<string, string>>;
  /** Start: an RFC 3339 time, or a duration back from now; the beginning when undefined. */
  since: string | undefined;
  signal: AbortSignal;
  /** Milliseconds without a byte after which a connection counts as dead; {@link IDLE_TIMEOUT_MS} by default. */
  idleTimeoutMs?: number | undefined;
  /** Maximum number of reconnections in a row without progress; {@link MAX_RECONNECTS} by default. */
  maxReconnects?: number | undefined;
  /** True for the last event of the stream. */
  isEnd: (event: StreamEvent) => boolean;
  /**
   * Stops at the present: at an event later than the start of the call, or when nothing has arrived for this many
   * milliseconds after the first event.
   */
  stopAfterMs?: number | undefined;
  /** State of an earlier follower, to continue from. */
  state?: FollowState | undefined;
  /** Called when the consumer has taken events; `state` returns the state for a checkpoint. */
  onProgress?: ((state: () => FollowState) => void) | undefined;
}

/** Last event of a followed stream; undefined where the stream stopped at the present. */
export type FollowEnd = StreamEvent | undefined;

const gapReasons = {
  "after-gap": "the service did not repeat the last line",
  "after-forgotten": "too many lines have the same time; some may be missing or repeated",
} as const;

/**
 * Follows a stream of events (spec 4.13, contract 3.1, 3.3) until its end event, over as many connections as needed, and
 * yields each event exactly once: after a break the stream is resumed from the last log event, and repeated events are
 * filtered (see {@link SeenEvents}). An array holds the items of one chunk of the network; events count as taken when the
 * next array is requested. Where events may be missing, a `gap` reports it.
 *
 * The first connection fails as any call does; only a missing response, as from a proxy that buffers the stream, counts
 * as silence. Later ones are retried with full jitter on 0.5 s doubling to 8 s (on the stream's `retry:` after an open
 * stream broke), or after `Retry-After`; so is an answer that is not an event stream, as of a proxy whose service restarts.
 * 400, 401, 403, 404 and 501 end it at once with their own exit. Exit 9 after `maxReconnects` in a row without progress, exit
 * 5 when a local service has not answered for {@link LOCAL_GONE_MS}: its process is gone, and with it what was followed.
 *
 * assumed: a heartbeat or a state on a connection that was open for a third of `idleTimeoutMs` counts as progress, as a
 * log event always does: a proxy that cuts a quiet stream every minute does not end it. Data that is not a JSON object
 * breaks its connection.
 */
export async function* followStream(options: FollowOptions): AsyncGenerator<readonly FollowItem[], FollowEnd> {
  const { idleTimeoutMs = IDLE_TIMEOUT_MS, maxReconnects = MAX_RECONNECTS, signal } = options;
  const follower = new Follower(options, idleTimeoutMs);
  /** Time at which a local service last answered. */
  let answeredAt: number | undefined;
  const untilGone = (): number =>
    options.client.isLocal && answeredAt !== undefined ? answeredAt + LOCAL_GONE_MS - performance.now() : NO_LIMIT;
  for (let failed = 0; ; ) {
    const broken = yield* follower.connect(Math.max(LEAST_ATTEMPT_MS, untilGone()));
    if (!("reason" in broken)) return broken.end;
    if (broken.answered) answeredAt = performance.now();
    else if (untilGone() <= 0) throw localGone(broken);
    if (broken.progress) failed = 0;
    failed += 1;
    if (failed > maxReconnects) throw streamBroken(broken.reason, maxReconnects, broken.cause);
    const present = performance.timeOrigin + performance.now();
    const inMs = Math.round(retryDelay(failed, broken.headers, present, broken.stood ? follower.retryMs : undefined));
    const waitMs = Math.max(0, Math.min(inMs, untilGone()));
    yield [{ kind: "reconnecting", reason: broken.reason, attempt: failed, inMs: waitMs }];
    await pause(waitMs, signal);
  }
}

/** Minimum time for an attempt to reach a local service, in milliseconds. */
const LEAST_ATTEMPT_MS = 1_000;

function localGone({ reason, cause }: Broken): CliError {
  const seconds = LOCAL_GONE_MS / 1_000;
  const text = `the stream ended early, and the local service did not come back within ${seconds} s: ${reason}`;
  return new CliError("unreachable", text, { code: "stream_broken", hint: "browserctl local start", cause });
}

interface Broken {
  readonly reason: string;
  readonly progress: boolean;
  /** True when the connection was open and its stream broke. */
  readonly stood: boolean;
  /** True when the service answered, with whatever it was. */
  readonly answered: boolean;
  readonly headers?: HttpHeaders;
  readonly cause?: unknown;
}

type ArrivedItem = Extract<FollowItem, { kind: "event" }>;

/** Items of one chunk of the network. */
interface Piece {
  readonly items: FollowItem[];
  /** The new events among them. */
  readonly fresh: ArrivedItem[];
  heartbeat: boolean;
  end: StreamEvent | undefined;
  /** Error in the data after them. */
  bad: unknown;
}

class Follower {
  readonly #options: FollowOptions;
  readonly #idleMs: number;
  readonly #seen: SeenEvents;
  #opened = false;
  #arrived = false;
  #retryMs: number | undefined;

  constructor(options: FollowOptions, idleMs: number) {
    this.#options = options;
    this.#idleMs = idleMs;
    this.#seen = new SeenEvents(options.since !== undefined, options.state);
  }

  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /**
   * One connection, to its end.
   *
   * @param limitMs maximum time until it is open, where that is less than the limit of silence
   */
  async *connect(limitMs: number): AsyncGenerator<readonly FollowItem[], Broken | { end: FollowEnd }> {
    const { client, signal, stopAfterMs } = this.#options;
    const connection = new Connection(signal, Math.min(this.#idleMs, limitMs));
    let progress = false;
    let connectedAt: number | undefined;
    try {
      const response = await this.#open(connection);
      if (response.status >= 300) {
        const error = await connection.failure(client, response);
        if (fatalStatuses.has(response.status)) throw new Fatal(error);
        const { headers } = response;
        return { reason: error.message, progress, stood: false, answered: true, headers, cause: error };
      }
      connection.allow(this.#idleMs);
      connectedAt = performance.now();
      const now = timeOf(response);
      this.#begin(now);
      yield [{ kind: "connected" }];
      const filter = this.#seen.resumeFilter();
      for (;;) {
        const events = await connection.read();
        if (!events) return { reason: "it ended too early", progress, stood: true, answered: true };
        const piece = this.#sort(events, filter);
        this.#retryMs = connection.retryMs ?? this.#retryMs;
        if (piece.items.length > 0) yield piece.items;
        if (piece.fresh.length > 0) {
          this.#seen.add(piece.fresh);
          this.#options.onProgress?.(() => this.#seen.state());
        }
        if (piece.end) return { end: piece.end };
        if (piece.bad !== undefined) throw piece.bad;
        const stands = performance.now() - connectedAt > this.#idleMs / 3;
        if (stands ? piece.heartbeat || piece.fresh.length > 0 : piece.fresh.some(isLog)) progress = true;
        if (stopAfterMs === undefined || piece.fresh.length === 0) continue;
        // An event later than the connection shows that everything older has arrived.
        if (piece.fresh.some(({ value }) => epochMs(value.timestamp) >= now + 1_000)) return { end: undefined };
        this.#arrived = true;
        connection.allow(stopAfterMs);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Fatal) throw error.error;
      const stood = connectedAt !== undefined;
      if (connection.silent && stopAfterMs !== undefined && this.#arrived) return { end: undefined };
      if (!connection.silent && !this.#opened) throw error;
      // A page of a proxy or a redirect is not an answer of the service.
      const answered = stood || (error instanceof CliError && error.exit === "failed");
      return { reason: connection.broken(error).message, progress, stood, answered, cause: error };
    } finally {
      connection.close();
    }
  }

  async #open(connection: Connection): Promise<ApiResponse> {
    const { client } = this.#options;
    const request = this.#request();
    if (this.#opened) {
      return connection.again(client, request).catch((error: unknown) => {
        // A state file that cannot be read stays so.
        throw error instanceof CliError && error.exit === "local-file" ? new Fatal(error) : error;
      });
    }
    const response = await connection.first(client, request);
    this.#opened = true;
    return response;
  }

  #request(): RawRequest {
    const { client, operation, params } = this.#options;
    const since = this.#seen.since ?? this.#seen.floor ?? this.#options.since;
    return client.request(operation, { params, query: { since } });
  }

  /** Stores the time that `since` means; for a duration it depends on the clock of the service. */
  #begin(now: number): void {
    const { since } = this.#options;
    if (since === undefined || this.#seen.floor !== undefined) return;
    const moment = sinceTimestamp(since, now);
    if (moment === undefined) return;
    this.#seen.beginAt(moment);
    this.#options.onProgress?.(() => this.#seen.state());
  }

  #sort(events: readonly string[], filter: ResumeFilter): Piece {
    const piece: Piece = { items: [], fresh: [], heartbeat: false, end: undefined, bad: undefined };
    for (const data of events) {
      let event: ArrivedItem;
      try {
        event = arrived(data);
      } catch (error) {
        piece.bad = error;
        return piece;
      }
      const { value } = event;
      if (value.event === "sse_heartbeat") {
        piece.heartbeat = true;
        continue;
      }
      const ends = value.event !== "log" && this.#options.isEnd(value);
      const verdict = filter.dedupe(event, ends);
      if (verdict !== "seen") this.#add(event, verdict, piece);
      if (ends) {
        piece.end = value;
        return piece;
      }
    }
    return piece;
  }

  #add(event: ArrivedItem, verdict: Exclude<Verdict, "seen">, piece: Piece): void {
    if (verdict !== "new") {
      const after = lastTime(piece.fresh) ?? this.#seen.after;
      piece.items.push({ kind: "gap", reason: gapReasons[verdict], after });
    }
    piece.fresh.push(event);
    piece.items.push(event);
  }
}

/** Time of the service, in milliseconds, at most a second early; the local time if the service sends none. */
function timeOf(response: ApiResponse): number {
  const told = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(told) ? performance.timeOrigin + performance.now() : told;
}

const isLog = ({ value }: ArrivedItem): boolean => value.event === "log";

function lastTime(events: readonly ArrivedItem[]): string | undefined {
  return events.findLast(({ value }) => value.event === "log" && typeof value.timestamp === "string")?.value.timestamp;
}

function arrived(data: string): ArrivedItem {
  const value = eventOf(data) as StreamEvent;
  // Several data lines are joined by line ends, which JSON only has between its values.
  const raw = data.includes("\n") ? data.replaceAll("\n", " ") : data;
  return { kind: "event", raw, value };
}

/** Failure that ends the stream without another attempt. */
class Fatal extends Error {
  readonly error: CliError;
  constructor(error: CliError) {
    super(error.message);
    this.error = error;
  }
}
