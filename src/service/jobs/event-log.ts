import { type FileHandle, open } from "node:fs/promises";
import type { Clock } from "../clock.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { EventTimes } from "./event-times.ts";
import { FRAME_BEGIN, FRAME_END, type FrameSource, frames, lastFrame, wholeLength } from "./log-frames.ts";

/** Size of the newest events that stay in memory for followers that are nearly up to date, in bytes. */
const RECENT_BYTES = 2 ** 20;
/** Approximate size of one block for a follower that is behind, in bytes. */
const PIECE_BYTES = 64 * 1_024;

/** Event without its timestamp. */
export type EventBody = { readonly event: string } & Readonly<Record<string, unknown>>;

interface Block {
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Event log of one running invocation or deployment: a file of server-sent events, framed as they are sent, which grows
 * by whole events. An event is in the file before followers are notified. Each follower reads the file at its own pace,
 * so that a slow one costs no memory. After the end only the file remains.
 */
export class EventLog implements FrameSource {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #times: EventTimes;
  readonly #recent: Block[] = [];
  #recentBytes = 0;
  #length: number;
  #ended = false;
  #writing: Promise<void> = Promise.resolve();
  #wake = Promise.withResolvers<void>();

  private constructor(path: string, file: FileHandle, length: number, times: EventTimes) {
    this.#path = path;
    this.#file = file;
    this.#length = length;
    this.#times = times;
  }

  /** Creates a log in a new file (0600). Throws `disk_full`. */
  static async create(path: string, clock: Clock): Promise<EventLog> {
    return new EventLog(path, await open(path, "wx+", 0o600), 0, new EventTimes(clock));
  }

  /** Reopens a log whose service has died; removes an incomplete event at its end. */
  static async resume(path: string, clock: Clock): Promise<{ log: EventLog; last: unknown }> {
    const file = await open(path, "a+", 0o600);
    const { end, value } = await lastFrame(file);
    await file.truncate(end);
    const last = (value as { timestamp?: string } | undefined)?.timestamp;
    return { log: new EventLog(path, file, end, new EventTimes(clock, last)), last: value };
  }

  /** Size of all complete events, in bytes. */
  get length(): number {
    return this.#length;
  }

  /** True when no more events will come. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Writes lines; resolves when they are in the file. Throws `disk_full`, and the file then has none of them. */
  lines(messages: readonly string[]): Promise<void> {
    let text = "";
    for (const message of messages) {
      text += `${FRAME_BEGIN}{"event":"log","timestamp":"${this.#times.next()}","message":${JSON.stringify(message)}}${FRAME_END}`;
    }
    return this.#append(text);
  }

  /** Writes one event. */
  event(body: EventBody): Promise<void> {
    const { event, ...rest } = body;
    const value = { event, timestamp: this.#times.next(), ...rest };
    return this.#append(`${FRAME_BEGIN}${JSON.stringify(value)}${FRAME_END}`);
  }

  /** Ends the log: no more events come, and followers end when they have read everything. */
  async end(): Promise<void> {
    await this.#writing;
    this.#ended = true;
    // Readers share the events in memory, because the last event can be large, and there can be many readers.
    this.#wake.resolve();
    await this.#file.close();
  }

  /** Resolves when there are more events than at the time of the call. */
  more(): Promise<void> {
    return this.#wake.promise;
  }

  /** Events from an offset on, if they are still in memory. */
  recent(offset: number): Buffer | undefined {
    const blocks = this.#recent;
    const last = blocks.at(-1);
    if (last?.offset === offset) return last.bytes;
    let low = 0;
    for (let high = blocks.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((blocks[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    if (blocks[low]?.offset !== offset) return undefined;
    let end = low;
    for (let bytes = 0; end < blocks.length && (end === low || bytes < PIECE_BYTES); end += 1) {
      bytes += blocks[end]?.bytes.length ?? 0;
    }
    return Buffer.concat(blocks.slice(low, end).map(({ bytes }) => bytes));
  }

  /** Events since a timestamp, framed as they are sent, until the log ends or the signal aborts. */
  follow(since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    return frames(this.#path, this, since, signal);
  }

  #append(text: string): Promise<void> {
    if (text === "") return this.#writing;
    const bytes = Buffer.from(text);
    const written = this.#writing.then(() => this.#write(bytes));
    // The next write continues where the last successful one ended.
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#ended) return;
    const offset = this.#length;
    try {
      for (let at = 0; at < bytes.length; ) {
        at += (await this.#file.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
      }
    } catch (error) {
      await this.#file.truncate(offset).catch(() => {});
      throw isDiskFull(error) ? new DiskFullError(this.#path, error) : error;
    }
    this.#recent.push({ offset, bytes });
    this.#recentBytes += bytes.length;
    while (this.#recentBytes > RECENT_BYTES && this.#recent.length > 1) {
      this.#recentBytes -= this.#recent.shift()?.bytes.length ?? 0;
    }
    this.#length = offset + bytes.length;
    const wake = this.#wake;
    this.#wake = Promise.withResolvers();
    wake.resolve();
  }
}

/** Events of a log that is over, without an incomplete event that a killed service has left. */
export async function* endedLog(path: string, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
  const file = await open(path);
  const length = await wholeLength(file).finally(() => file.close());
  const source: FrameSource = { length, ended: true, more: async () => {}, recent: () => undefined };
  yield* frames(path, source, since, signal);
}
