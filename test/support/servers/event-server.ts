import { createServer, type ServerResponse } from "node:http";
import { until } from "../until.ts";
import { onLoopback } from "./loopback.ts";

/** Behaviour of one connection that does not send everything and end. */
export interface Play {
  /** Answers with this status instead; with `bytes` its body has no end. */
  status?: number;
  headers?: Record<string, string>;
  /** Only so many bytes of what it would send. */
  bytes?: number;
  /** After that: `end` as if that were all, `reset` the connection, or `hold` it open without another byte. */
  afterwards?: "end" | "reset" | "hold";
  /** These frames instead of the log's. */
  frames?: string;
  /** Chunks written after the frames, one for each call of {@link EventServer.step}. */
  steps?: readonly string[];
}

export interface EventServerOptions {
  /** Events as JSON, in their order. */
  events: readonly string[];
  /** Meaning of `since`: inclusive (default), exclusive, or ignored. */
  since?: "inclusive" | "exclusive" | "ignored";
  /** Behaviour of each connection, from the first; the others send everything and end. */
  plays?: readonly Play[] | ((connection: number) => Play);
  /** Milliseconds of the stream's `retry:` field; 1 by default, that tests need not wait. */
  retry?: number;
  /** Path of the stream; that of {@link invocationId} by default. */
  path?: string;
  /** The answer of every other request: a record, or a status. */
  record?: Record<string, unknown> | number | (() => Record<string, unknown>);
}

export interface EventServer {
  url: string;
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  /** The `since` of each connection; undefined where it had none. */
  asked: (string | undefined)[];
  /** The `Last-Event-ID` of each connection; undefined where it had none. */
  resumed: (string | undefined)[];
  /** How often the record was asked for. */
  gets: number;
  /** Streams that stand. */
  readonly open: number;
  connected(count: number): Promise<void>;
  /** Writes the next piece of the last connection. */
  step(): void;
}

/** The id under which every event server has its invocation. */
export const invocationId = "inv1";

/** A log event as JSON; `nanos` after 2026-01-02T03:04:05Z. */
export function logEvent(nanos: number, message: string): string {
  const second = new Date(Date.UTC(2026, 0, 2, 3, 4, 5 + Math.floor(nanos / 1e9))).toISOString().slice(0, 19);
  const time = `${second}.${String(nanos % 1e9).padStart(9, "0")}Z`;
  return JSON.stringify({ event: "log", timestamp: time, message });
}

/** A state event as JSON. */
export function stateEvent(status: string, more: Record<string, unknown> = {}): string {
  const invocation = { ...record(status), ...more };
  return JSON.stringify({ event: "invocation_state", timestamp: "2026-01-02T03:04:05Z", invocation });
}

/** An invocation as a service answers it. */
export function record(status: string): Record<string, unknown> {
  const started_at = "2026-01-02T03:04:05Z";
  return { id: invocationId, app_name: "app", action_name: "act", version: "1", status, started_at };
}

/** A heartbeat as JSON. */
export const heartbeat = JSON.stringify({ event: "sse_heartbeat", timestamp: "2026-01-02T03:04:05Z" });

export function frame(event: string): string {
  return `data: ${event}\n\n`;
}

/** A real HTTP server that serves the events of one invocation or of another path, and fails on the way as it is told. */
export async function eventServer(options: EventServerOptions): Promise<EventServer> {
  const asked: (string | undefined)[] = [];
  const resumed: (string | undefined)[] = [];
  let gets = 0;
  let streams = 0;
  let last: { response: ServerResponse; steps: string[] } | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    if (url.pathname !== (options.path ?? `/invocations/${invocationId}/events`)) {
      gets += 1;
      const answer = (typeof options.record === "function" ? options.record() : options.record) ?? 500;
      const status = typeof answer === "number" ? answer : 200;
      const body = typeof answer === "number" ? { code: "x", message: `no answer (${answer})` } : answer;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return;
    }
    const since = url.searchParams.get("since") ?? undefined;
    const connection = asked.push(since) - 1;
    resumed.push(request.headers["last-event-id"]?.toString());
    const { plays } = options;
    const play = (typeof plays === "function" ? plays(connection) : plays?.[connection]) ?? {};
    if (play.status !== undefined) {
      const body = JSON.stringify({ code: "x", message: `refused with ${play.status}` });
      response.writeHead(play.status, { "content-type": "application/json", ...play.headers });
      if (play.bytes === undefined) response.end(body);
      else response.write(body.slice(0, play.bytes));
      return;
    }
    streams += 1;
    response.on("close", () => {
      streams -= 1;
    });
    response.writeHead(200, { "content-type": "text/event-stream", ...play.headers });
    response.flushHeaders();
    const frames = play.frames ?? selected(options, since).map(frame).join("");
    const all = Buffer.from(`retry: ${options.retry ?? 1}\n\n${frames}`);
    const sent = play.bytes === undefined ? all : all.subarray(0, play.bytes);
    last = { response, steps: [...(play.steps ?? [])] };
    response.write(sent, () => {
      if (play.steps || play.afterwards === "hold") return;
      if (play.afterwards === "reset") response.socket?.resetAndDestroy();
      else response.end();
    });
  });
  const { url, env } = await onLoopback(server);
  return {
    url,
    env,
    asked,
    resumed,
    get gets() {
      return gets;
    },
    get open() {
      return streams;
    },
    connected: async (count) =>
      void (await until(() => asked.length >= count, { what: () => `${count} connections; ${asked.length} came` })),
    step: () => void last?.response.write(last.steps.shift() ?? ""),
  };
}

/** The events a service sends for a `since`: every state, and the log from there on. */
function selected({ events, since: meaning = "inclusive" }: EventServerOptions, since: string | undefined): string[] {
  if (since === undefined || meaning === "ignored" || /^[\d.]+[a-z]/.test(since)) return [...events];
  const from = nanosOf(since);
  return events.filter((event) => {
    const { event: kind, timestamp } = JSON.parse(event) as { event: string; timestamp?: string };
    if (kind !== "log" || timestamp === undefined) return true;
    const at = nanosOf(timestamp);
    return meaning === "inclusive" ? at >= from : at > from;
  });
}

/** Nanoseconds since 1970. */
function nanosOf(time: string): bigint {
  const [whole = "", fraction = ""] = time.replace("Z", "").split(".");
  return BigInt(Date.parse(`${whole}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Numbers below 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
