import { type FileHandle, open } from "node:fs/promises";
import { untilAborted } from "../../core/abort.ts";

/** Frame of each event (contract 0.11): one line of JSON whose first members are its kind and its timestamp. */
export const FRAME_BEGIN = "data: ";
export const FRAME_END = "\n\n";

const END = Buffer.from(FRAME_END);
/** Size of one read, in bytes. A larger event takes several reads. */
const BLOCK_BYTES = 64 * 1_024;
/** Distance in bytes from which on a search reads event by event. */
const NEAR_BYTES = 256 * 1_024;
/** Number of bytes that contain the kind and timestamp of an event. */
const HEAD_BYTES = 120;
/** Number of bytes that contain the status of an event: only ids and names, which are bounded, come before it. */
const STATUS_BYTES = 1_000;

/** Event framed as it is sent. */
export function frameOf(event: object): Buffer {
  return Buffer.from(`${FRAME_BEGIN}${JSON.stringify(event)}${FRAME_END}`);
}

/** File of events that may still grow. */
export interface FrameSource {
  /** Size of all complete events, in bytes. */
  readonly length: number;
  readonly ended: boolean;
  /** Resolves when there are more events, or when the log has ended. */
  more(): Promise<void>;
  /** Complete events from an offset on, if they are in memory. */
  recent(offset: number): Buffer | undefined;
}

/**
 * Blocks of complete events since a timestamp, framed as they are sent. `since` omits only log events: earlier states
 * are sent first, and the last event of an ended log is always sent.
 */
export async function* frames(
  path: string,
  source: FrameSource,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    let at = 0;
    /** Set while events from before `since` may still come. */
    let early: string | undefined;
    if (since !== undefined) {
      const start = await startOf(file, source, since);
      at = start.at;
      if (!start.found) early = since;
      for await (const state of firstStates(file, at)) yield state;
    }
    for (;;) {
      while (at < source.length) {
        const block = source.recent(at) ?? (await readFrames(file, at, source.length));
        at += block.length;
        if (early === undefined) yield block;
        else {
          const { wanted, reached } = withoutLogsBefore(block, early);
          if (reached) early = undefined;
          if (wanted.length > 0) yield wanted;
        }
      }
      if (source.ended) return;
      const more = source.more();
      if (at >= source.length && !source.ended) await untilAborted(more, signal);
    }
  } finally {
    await file.close();
  }
}

/** Reads as many complete events as one read contains, at least one. */
async function readFrames(file: FileHandle, from: number, end: number): Promise<Buffer> {
  for (let bytes = BLOCK_BYTES; ; bytes *= 4) {
    const block = await readAt(file, from, Math.min(bytes, end - from));
    const last = block.lastIndexOf(END);
    if (last !== -1) return block.subarray(0, last + END.length);
    if (block.length === end - from) throw new Error("a log of events ends in the middle of one");
  }
}

async function readAt(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const memory = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  while (at < bytes) {
    const { bytesRead } = await file.read(memory, at, bytes - at, from + at);
    if (bytesRead === 0) throw new Error("a log of events is shorter than it was");
    at += bytesRead;
  }
  return memory;
}

/** States before the first log line of the file, up to an offset. */
async function* firstStates(file: FileHandle, until: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < until; ) {
    const block = await readFrames(file, at, until);
    const frame = block.subarray(0, block.indexOf(END) + END.length);
    if (headOf(frame).event === "log") return;
    yield frame;
    at += frame.length;
  }
}

/** Offset of the first event at or after a timestamp, or of the states directly before that event. */
async function startOf(file: FileHandle, source: FrameSource, since: string): Promise<{ at: number; found: boolean }> {
  const end = source.length;
  let low = 0;
  let high = end;
  while (high - low > NEAR_BYTES) {
    const middle = await nextFrame(file, Math.floor((low + high) / 2), end);
    if (middle >= high) break;
    const { timestamp } = headOf(await readAt(file, middle, Math.min(HEAD_BYTES, end - middle)));
    if (timestamp < since) low = middle;
    else high = middle;
  }
  /** Offset after the last log line: the events between it and the result are states. */
  let states = low;
  for (let at = low; at < end; ) {
    const block = await readFrames(file, at, end);
    for (let frame = 0; frame < block.length; ) {
      const { event, timestamp } = headOf(block.subarray(frame, frame + HEAD_BYTES));
      if (timestamp >= since) return { at: states, found: true };
      frame = block.indexOf(END, frame) + END.length;
      if (event === "log") states = at + frame;
    }
    at += block.length;
  }
  return { at: states, found: false };
}

/** Removes the log lines from before `since` from a block; `reached` is true when the block has later ones. */
function withoutLogsBefore(block: Buffer, since: string): { wanted: Buffer; reached: boolean } {
  const wanted: Buffer[] = [];
  let reached = false;
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf(END, at) + END.length;
    const { event, timestamp } = headOf(block.subarray(at, at + HEAD_BYTES));
    if (event !== "log" || timestamp >= since) wanted.push(block.subarray(at, end));
    reached ||= event === "log" && timestamp >= since;
    at = end;
  }
  return { wanted: Buffer.concat(wanted), reached };
}

/** Offset at which the first event after an offset begins. */
async function nextFrame(file: FileHandle, from: number, end: number): Promise<number> {
  for (let at = from; at < end; at += BLOCK_BYTES) {
    // The end of an event may be split over two reads.
    const block = await readAt(file, at, Math.min(BLOCK_BYTES + END.length - 1, end - at));
    const found = block.indexOf(END);
    if (found !== -1) return at + found + END.length;
  }
  return end;
}

/** Size of all complete events of a file, in bytes. */
export async function wholeLength(file: FileHandle): Promise<number> {
  return previousEnd(file, (await file.stat()).size);
}

/** Last complete event of a file, and the offset of its end. */
export async function lastFrame(file: FileHandle): Promise<{ end: number; value: unknown }> {
  let end = await wholeLength(file);
  if (end === 0) return { end, value: undefined };
  const begin = await previousEnd(file, end - 1);
  const text = (await readAt(file, begin, end - begin)).toString();
  try {
    return { end, value: JSON.parse(text.slice(FRAME_BEGIN.length)) as unknown };
  } catch {
    // The event was still in memory and never reached the disk; the log ends before it.
    end = begin;
    return { end, value: undefined };
  }
}

/** Offset of the end of the last event that ends at or before `before`. */
async function previousEnd(file: FileHandle, before: number): Promise<number> {
  for (let bytes = BLOCK_BYTES; ; bytes *= 4) {
    const from = Math.max(0, before - bytes);
    const found = (await readAt(file, from, before - from)).lastIndexOf(END);
    if (found !== -1) return from + found + END.length;
    if (from === 0) return 0;
  }
}

/** Status in the last event of a block; undefined when that event is not a state. */
export function lastStatus(block: Buffer): string | undefined {
  const begin = block.lastIndexOf(END, block.length - END.length - 1);
  const frame = block.subarray(begin === -1 ? 0 : begin + END.length);
  return /^data: \{"event":"\w+_state",.*?"status":"(\w+)"/.exec(frame.toString("latin1", 0, STATUS_BYTES))?.[1];
}

/** Kind and timestamp of an event, without parsing the rest of it. */
function headOf(frame: Buffer): { event: string; timestamp: string } {
  const match = /^data: \{"event":"(\w+)","timestamp":"([^"]+)"/.exec(frame.toString("latin1", 0, HEAD_BYTES));
  if (!match) throw new Error("a log of events has something else in it");
  return { event: match[1] ?? "", timestamp: match[2] ?? "" };
}
