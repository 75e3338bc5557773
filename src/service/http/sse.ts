import type { FastifyReply } from "fastify";
import { untilAborted } from "../../core/abort.ts";
import type { Clock } from "../clock.ts";
import { background } from "../error-owner.ts";
import type { Faults } from "../faults.ts";
import { onResponseClose } from "./client-gone.ts";
import { sendAndCut } from "./cut-answer.ts";

/** Time without an event after which a heartbeat is sent. assumed: the API has no interval. */
const HEARTBEAT_MS = 15_000;

/** Event: a value, or its JSON as bytes that stay valid until the next event is requested. */
export type ServerEvent = object | Buffer;

/** Blocks of complete events that are already framed, as they are stored. */
export class EventFrames implements AsyncIterable<Buffer> {
  readonly #blocks: AsyncIterable<Buffer>;
  constructor(blocks: AsyncIterable<Buffer>) {
    this.#blocks = blocks;
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return this.#blocks[Symbol.asyncIterator]();
  }
}

const BEGIN = Buffer.from("data: ");
const COMMENT = Buffer.from(": ");
const END = Buffer.from("\n\n");

/**
 * Responds with a stream of server-sent events, each one line of JSON (contract 0.11). Applies backpressure, sends
 * heartbeats, and stops at the end of the events or when the client disconnects. An error after the first byte cuts the
 * connection, so that no client mistakes a broken stream for a complete one.
 *
 * @param comments kinds of events that are sent as comments, in the same JSON
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  clock: Clock,
  faults: Faults,
  comments: readonly string[] = [],
): FastifyReply {
  const { raw } = reply;
  const framed = events instanceof EventFrames;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "Content-Type": "text/event-stream",
    "X-SSE-Content-Type": "application/json",
    // Proxies that compress or buffer would delay events.
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
  });
  raw.flushHeaders();
  /** Resolves when the system has taken the event; its buffer may then be reused. */
  const send = (event: ServerEvent): Promise<void> => {
    beat.refresh();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (error?: Error | null): void => (error ? reject(error) : resolve());
    raw.cork();
    if (framed) raw.write(event, done);
    else {
      raw.write(beginOf(event, comments));
      raw.write(Buffer.isBuffer(event) ? event : JSON.stringify(event));
      raw.write(END, done);
    }
    raw.uncork();
    return promise;
  };
  const beat = setInterval(() => {
    // No heartbeat for a client that does not read.
    if (raw.writableNeedDrain || raw.destroyed) return;
    raw.write(framedEvent({ event: "sse_heartbeat", timestamp: clock.timestamp() }, comments));
  }, HEARTBEAT_MS);
  const pump = async (): Promise<void> => {
    const gone = new AbortController();
    onResponseClose(raw, () => gone.abort());
    raw.on("error", () => gone.abort());
    try {
      for await (const event of events) {
        if (gone.signal.aborted) return;
        if (faults.isArmed("drop-stream")) {
          const part = partOf(framed ? (event as Buffer) : framedEvent(event, comments), raw, faults);
          if (part) {
            await untilAborted(sendAndCut(raw, part), gone.signal);
            return;
          }
        }
        await untilAborted(send(event), gone.signal);
      }
      raw.end();
    } catch {
      raw.destroy();
    } finally {
      clearInterval(beat);
    }
  };
  background(pump());
  return reply;
}

function beginOf(event: ServerEvent, comments: readonly string[]): Buffer {
  return "event" in event && comments.includes(String(event.event)) ? COMMENT : BEGIN;
}

function framedEvent(event: ServerEvent, comments: readonly string[]): Buffer {
  return Buffer.concat([
    beginOf(event, comments),
    Buffer.isBuffer(event) ? event : Buffer.from(JSON.stringify(event)),
    END,
  ]);
}

/**
 * Applies the fault `drop-stream`: returns the bytes to send before the connection is cut in the middle of an event, or
 * undefined to send the whole block. The fault is drawn for each event of the block.
 */
function partOf(block: Buffer, stream: object, faults: Faults): Buffer | undefined {
  for (let start = 0; start < block.length; ) {
    const found = block.indexOf(END, start);
    const end = found < 0 ? block.length : found + END.length;
    const strike = faults.strike("drop-stream", stream);
    if (strike) return block.subarray(0, start + 1 + Math.floor(strike.at * (end - start - 1)));
    start = end;
  }
  return undefined;
}
