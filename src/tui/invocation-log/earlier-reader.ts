import type { Line } from "./log-ring.ts";
import type { LogStore } from "./log-store.ts";
import type { EarlierLine, ReadEarlier } from "./record.ts";

/** Lines in the first chunk that is read again; later chunks double while few lines pass the filter. */
const FIRST_CHUNK_LINES = 2_000;
const MAX_CHUNK_LINES = 64_000;

/** Lines that pass the filter after which reading stops. */
const ENOUGH_LINES = 200;

/** Lines that pass the filter and are kept of one chunk. */
const MAX_KEPT_LINES = 8_000;

/**
 * Reads lines that the ring has dropped again, in chunks, into the page of the store. One request runs at a time; a new
 * one aborts the one before.
 */
export class EarlierReader {
  readonly #store: LogStore;
  readonly #read: ReadEarlier | undefined;
  readonly #onChange: () => void;
  #running: AbortController | undefined;
  /** Message of the error that ended the last request. */
  failure: string | undefined;

  constructor(store: LogStore, read: ReadEarlier | undefined, onChange: () => void) {
    this.#store = store;
    this.#read = read;
    this.#onChange = onChange;
  }

  get reading(): boolean {
    return this.#running !== undefined;
  }

  /** Aborts the running request. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Fetches lines before the page. Returns false when there are some that cannot be read again. */
  fetchUp(): boolean {
    const { page } = this.#store;
    if (page.from === 0 || this.reading || this.#store.prependFromRing()) return true;
    if (!this.#read) return false;
    this.#start(async (signal) => {
      let passed = 0;
      for (
        let chunk = FIRST_CHUNK_LINES;
        page.from > 0 && passed < ENOUGH_LINES;
        chunk = Math.min(chunk * 2, MAX_CHUNK_LINES)
      ) {
        const to = page.from;
        const { ordinal: from } = this.#store.timestampBefore(Math.max(0, to - chunk));
        const lines = await this.#readRange(from, to, "last", signal);
        if (signal.aborted) return;
        page.prepend(lines, lines.length < MAX_KEPT_LINES ? from : (lines[0]?.ordinal ?? from));
        passed += lines.length;
        this.#onChange();
      }
    });
    return true;
  }

  /** Fetches lines after the page. Returns false when there are some that cannot be read again. */
  fetchDown(): boolean {
    const { page } = this.#store;
    if (page.to >= this.#store.end || this.reading || this.#store.appendFromRing()) return true;
    if (!this.#read) return false;
    this.#start(async (signal) => {
      let passed = 0;
      for (let chunk = FIRST_CHUNK_LINES; passed < ENOUGH_LINES; chunk = Math.min(chunk * 2, MAX_CHUNK_LINES)) {
        const from = page.to;
        const to = Math.min(from + chunk, this.#store.end, Math.max(from, this.#store.ringStart));
        if (to <= from) return;
        const lines = await this.#readRange(from, to, "first", signal);
        if (signal.aborted) return;
        const reached = lines.length < MAX_KEPT_LINES ? to : (lines.at(-1)?.ordinal ?? to - 1) + 1;
        page.extend(lines, reached);
        passed += lines.length;
        this.#onChange();
      }
    });
    return true;
  }

  /** Fetches the first lines of the log, then calls `then`. Returns false when they cannot be read again. */
  fetchStart(then: () => void): boolean {
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
      for (let chunk = FIRST_CHUNK_LINES; kept.length < ENOUGH_LINES; chunk = Math.min(chunk * 2, MAX_CHUNK_LINES)) {
        const from = to;
        to = Math.min(from + chunk, this.#store.end);
        if (to <= from) break;
        kept.push(...(await this.#readRange(from, to, "first", signal)));
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
      this.#onChange();
    };
    run(running.signal).then(() => ended(), ended);
  }

  /** Reads the lines with ordinals from `from` up to `to` again and filters them. Of many lines it keeps the first or last. */
  async #readRange(from: number, to: number, keep: "first" | "last", signal: AbortSignal): Promise<Line[]> {
    const { page } = this.#store;
    const lines: Line[] = [];
    const take = (line: Line): boolean => {
      if (line.ordinal >= from && page.passes(line)) lines.push(line);
      if (keep === "last" && lines.length > 2 * MAX_KEPT_LINES) lines.splice(0, lines.length - MAX_KEPT_LINES);
      return line.ordinal + 1 < to && !(keep === "first" && lines.length >= MAX_KEPT_LINES);
    };
    const start = this.#store.timestampBefore(from);
    const numbered = numbering(this.#store, start.ordinal);
    const since = start.timestamp === undefined ? {} : { since: start.timestamp };
    reading: for await (const batch of this.#read?.({ ...since, signal }) ?? []) {
      if (signal.aborted) break;
      for (const earlier of batch) for (const line of numbered(earlier)) if (!take(line)) break reading;
    }
    return lines.slice(-MAX_KEPT_LINES);
  }
}

/** Assigns ordinals to lines that are read again, and inserts the marks between them. */
function numbering(store: LogStore, first: number): (earlier: EarlierLine) => Line[] {
  let ordinal = first;
  return ({ timestamp, message }) => {
    const lines: Line[] = [];
    for (let mark = store.markAt(ordinal); mark; mark = store.markAt(ordinal)) {
      lines.push(mark);
      ordinal += 1;
    }
    lines.push({ ordinal, kind: "log", timestamp, text: message, bytes: Buffer.byteLength(message), isMatch: false });
    ordinal += 1;
    return lines;
  };
}
