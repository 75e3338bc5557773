import type { Line } from "./log-ring.ts";
import type { LogStore } from "./log-store.ts";
import type { EarlierLine, ReadEarlier } from "./record.ts";

/** Lines that are read again at a time; more when few of them pass the filter. */
const PIECE = 2_000;
const LARGEST_PIECE = 64_000;

/** Lines that pass the filter with which reading is content, and of which one piece keeps no more. */
const ENOUGH = 200;
const MOST_KEPT = 8_000;

/**
 * Reads the lines that the ring has let go of again, piece by piece, into the page of the store. One piece at a time; a
 * new wish gives up the one before.
 */
export class EarlierReader {
  readonly #store: LogStore;
  readonly #read: ReadEarlier | undefined;
  readonly #changed: () => void;
  #running: AbortController | undefined;
  /** Why the last piece could not be read. */
  failure: string | undefined;

  constructor(store: LogStore, read: ReadEarlier | undefined, changed: () => void) {
    this.#store = store;
    this.#read = read;
    this.#changed = changed;
  }

  get reading(): boolean {
    return this.#running !== undefined;
  }

  /** Whether lines that the ring has let go of can be had at all. */
  get possible(): boolean {
    return this.#read !== undefined;
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Wants the lines before the page. Gives false when there are some and they are not kept. */
  up(): boolean {
    const { page } = this.#store;
    if (page.from === 0 || this.reading || this.#store.takeUp()) return true;
    if (!this.#read) return false;
    this.#start(async (signal) => {
      let enough = 0;
      for (let piece = PIECE; page.from > 0 && enough < ENOUGH; piece = Math.min(piece * 2, LARGEST_PIECE)) {
        const to = page.from;
        const { ordinal: from } = this.#store.timestampBefore(Math.max(0, to - piece));
        const lines = await this.#piece(from, to, "last", signal);
        if (signal.aborted) return;
        page.prepend(lines, lines.length < MOST_KEPT ? from : (lines[0]?.ordinal ?? from));
        enough += lines.length;
        this.#changed();
      }
    });
    return true;
  }

  /** Wants the lines after the page. Gives false when there are some and they are not kept. */
  down(): boolean {
    const { page } = this.#store;
    if (page.to >= this.#store.end || this.reading || this.#store.takeDown()) return true;
    if (!this.#read) return false;
    this.#start(async (signal) => {
      let enough = 0;
      for (let piece = PIECE; enough < ENOUGH; piece = Math.min(piece * 2, LARGEST_PIECE)) {
        const from = page.to;
        const to = Math.min(from + piece, this.#store.end, Math.max(from, this.#store.ringStart));
        if (to <= from) return;
        const lines = await this.#piece(from, to, "first", signal);
        if (signal.aborted) return;
        const reached = lines.length < MOST_KEPT ? to : (lines.at(-1)?.ordinal ?? to - 1) + 1;
        page.extend(lines, reached);
        enough += lines.length;
        this.#changed();
      }
    });
    return true;
  }

  /** Wants the first lines of all. Gives false when they are not kept. */
  start(then: () => void): boolean {
    const { page } = this.#store;
    if (page.from === 0) {
      then();
      return true;
    }
    if (!this.#read) return false;
    this.stop();
    this.#start(async (signal) => {
      const kept: Line[] = [];
      let to = 0;
      for (let piece = PIECE; kept.length < ENOUGH; piece = Math.min(piece * 2, LARGEST_PIECE)) {
        const from = to;
        to = Math.min(from + piece, this.#store.end);
        if (to <= from) break;
        kept.push(...(await this.#piece(from, to, "first", signal)));
        if (signal.aborted) return;
      }
      page.reset(kept, 0, to);
      then();
    });
    return true;
  }

  #start(run: (signal: AbortSignal) => Promise<void>): void {
    const running = new AbortController();
    this.#running = running;
    this.failure = undefined;
    const ended = (failure?: unknown): void => {
      if (this.#running !== running) return;
      this.#running = undefined;
      if (failure !== undefined) this.failure = failure instanceof Error ? failure.message : String(failure);
      this.#changed();
    };
    run(running.signal).then(() => ended(), ended);
  }

  /** The lines from `from` up to `to` that pass the filter, read again; the first or the last of them if they are many. */
  async #piece(from: number, to: number, keep: "first" | "last", signal: AbortSignal): Promise<Line[]> {
    const { page } = this.#store;
    const lines: Line[] = [];
    const take = (line: Line): boolean => {
      if (line.ordinal >= from && page.passes(line)) lines.push(line);
      if (keep === "last" && lines.length > 2 * MOST_KEPT) lines.splice(0, lines.length - MOST_KEPT);
      return line.ordinal + 1 < to && !(keep === "first" && lines.length >= MOST_KEPT);
    };
    const moment = this.#store.timestampBefore(from);
    const numbered = numbering(this.#store, moment.ordinal);
    const since = moment.timestamp === undefined ? {} : { since: moment.timestamp };
    reading: for await (const batch of this.#read?.({ ...since, signal }) ?? []) {
      if (signal.aborted) break;
      for (const earlier of batch) for (const line of numbered(earlier)) if (!take(line)) break reading;
    }
    return lines.slice(-MOST_KEPT);
  }
}

/** Gives lines that are read again their ordinals, with the marks that stood between them. */
function numbering(store: LogStore, first: number): (earlier: EarlierLine) => Line[] {
  let ordinal = first;
  return ({ timestamp, message }) => {
    const lines: Line[] = [];
    for (let mark = store.markAt(ordinal); mark; mark = store.markAt(ordinal)) {
      lines.push(mark);
      ordinal += 1;
    }
    lines.push({ ordinal, kind: "log", timestamp, text: message, bytes: Buffer.byteLength(message), found: false });
    ordinal += 1;
    return lines;
  };
}
