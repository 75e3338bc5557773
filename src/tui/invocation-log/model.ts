import { type FollowItem, type StreamEvent, textOf } from "../../core/follow-item.ts";
import type { Pattern } from "../../core/pattern.ts";
import { epochMs } from "../../core/timestamp.ts";
import type { Connection } from "../kit/connection.ts";
import { layoutOf } from "../kit/layout.ts";
import type { TerminalSize } from "../kit/terminal-size.ts";
import type { TextInput } from "../kit/text-input.ts";
import { EarlierReader } from "./earlier-reader.ts";
import { rowOfMatch, rowsOf } from "./line-text.ts";
import { type TimeForm, timeForms, timeWidth } from "./line-time.ts";
import type { Line } from "./log-ring.ts";
import { LogStore } from "./log-store.ts";
import { type InvocationRecord, isTerminal, type ReadEarlier } from "./record.ts";
import { isAfter, lastPosition, movedBy, type RowPosition, rowsFrom, type ScreenRow } from "./viewport.ts";

/** Lines from the edge of the page at which the next lines are fetched. */
const PREFETCH_LINES = 200;

export interface ModelOptions {
  readonly status: string;
  /** Milliseconds since 1970, if known. */
  readonly startedAt: number | undefined;
  readonly earlier: ReadEarlier | undefined;
  /** True when the view offers a key that cancels the invocation. */
  readonly canCancel: boolean;
  readonly size: TerminalSize;
  readonly now: () => number;
  /** Called after a change that no key caused. */
  readonly onChange: () => void;
}

/** A search or a filter that is being typed in the bottom row. */
export interface Prompt {
  readonly purpose: "search" | "filter";
  readonly input: TextInput;
  readonly problem: string | undefined;
}

/** State of the view: the received stream, the position in it, and the mode of the keys. Knows no terminal and no React. */
export class LogModel {
  readonly store = new LogStore();
  readonly reader: EarlierReader;
  readonly #options: ModelOptions;
  size: TerminalSize;
  wrap = true;
  timeForm: TimeForm = "relative";
  paused = false;
  prompt: Prompt | undefined;
  /** Page of the key help; undefined while the help is closed. */
  help: number | undefined;
  /** True while the view asks for confirmation before it cancels the invocation. */
  confirming = false;
  /** Message in the status bar, until the next key. */
  note: string | undefined;
  connection: Connection = { state: "connecting" };
  gaps = 0;
  status: string;
  invocation: InvocationRecord | undefined;
  ended = false;
  /** The first row on the screen; undefined while the view follows the end. */
  #top: RowPosition | undefined;
  #current: number | undefined;
  #endedAt: number | undefined;
  #startedAt: number | undefined;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.size = options.size;
    this.status = options.status;
    this.#startedAt = options.startedAt;
    this.reader = new EarlierReader(this.store, options.earlier, options.onChange);
  }

  get following(): boolean {
    return this.#top === undefined;
  }

  get canCancel(): boolean {
    return this.#options.canCancel;
  }

  /** True while the person reads or types: the view then stays open after the end of the invocation. */
  get busy(): boolean {
    return !this.following || this.prompt !== undefined || this.help !== undefined || this.confirming;
  }

  /** Ordinal of the line that holds the current match of the search. */
  get current(): number | undefined {
    return this.#current;
  }

  /** Start of the invocation in milliseconds since 1970; the present until the start is known. */
  get startedAt(): number {
    return this.#startedAt ?? this.#options.now();
  }

  /** Running time of the invocation so far, or in total. */
  get elapsedMs(): number {
    const finished = epochMs(this.invocation?.finished_at);
    const until = this.ended && !Number.isNaN(finished) ? finished : (this.#endedAt ?? this.#options.now());
    return Math.max(0, until - this.startedAt);
  }

  /** Adds an item of the stream. */
  take(item: FollowItem): void {
    switch (item.kind) {
      case "event":
        this.#event(item.value);
        break;
      case "gap":
        this.gaps += 1;
        this.store.add("gap", item.after, `--- lines may be missing here: ${item.reason} ---`);
        break;
      case "connected":
        this.connection = { state: "connected" };
        break;
      case "reconnecting": {
        const { reason, attempt, inMs } = item;
        this.connection = { state: "reconnecting", reason, attempt, nextAttemptAt: this.#options.now() + inMs };
      }
    }
  }

  /** Marks the stream as ended. `lostReason` says why it ended while the invocation may still run. */
  end(lostReason?: string): void {
    this.ended = true;
    this.#endedAt = this.#options.now();
    this.connection = lostReason === undefined ? { state: "closed" } : { state: "lost", reason: lostReason };
  }

  /** The rows of the log that are on the screen. */
  screen(): ScreenRow[] {
    const last = this.#last();
    const top = this.#top === undefined || isAfter(this.#top, last) ? last : this.#top;
    return rowsFrom(this.store.page.lines, top, this.#height, this.#rowsOf);
  }

  /** Columns for the text of a line, next to its time. */
  get textWidth(): number {
    return Math.max(1, this.size.columns - timeWidth(this.timeForm, this.size.columns));
  }

  /** Scrolls by rows, up when negative. Follows again at the end, unless the view is paused. */
  scroll(by: number): void {
    const { page, end } = this.store;
    if (by > 0 && this.following) return;
    const from = this.#hold();
    const to = movedBy(page.lines, from, by, this.#height, this.#rowsOf);
    this.#top = to;
    const index = page.lines.indexOf(to.ordinal);
    if (by < 0 && index < PREFETCH_LINES) this.#fetchUp();
    if (by > 0 && page.lines.length - index < PREFETCH_LINES + this.#height && !this.reader.fetchDown()) {
      if (!isAfter(this.#last(), to)) this.#skipDropped();
    }
    const allFits = page.from === 0 && index === 0 && to.row === 0;
    const atEnd = page.to >= end && !isAfter(this.#last(), to);
    if (!this.paused && atEnd && (by > 0 || allFits)) this.follow();
  }

  /** Scrolls by screens, up when negative; one row stays visible. */
  scrollScreens(by: number): void {
    this.scroll(by * Math.max(1, this.#height - 1));
  }

  /** Goes to the first line of the log, or to the first available line. */
  toStart(): void {
    this.#hold();
    const { page } = this.store;
    const first = (): void => {
      this.#top = { ordinal: page.lines.first?.ordinal ?? 0, row: 0 };
    };
    if (this.reader.fetchStart(first)) return;
    first();
    this.#noteUnavailable();
  }

  /** Goes to the end, and follows it unless the view is paused. */
  toEnd(): void {
    if (!this.paused) {
      this.follow();
      return;
    }
    this.reader.stop();
    if (this.store.page.to < this.store.end) this.store.resetToRing();
    this.#top = this.#last();
  }

  /** Follows the end of the log. */
  follow(): void {
    this.paused = false;
    this.#top = undefined;
    this.reader.stop();
    this.store.follow();
  }

  /** Freezes the screen, or resumes following the end. */
  pause(): void {
    if (this.paused) {
      this.follow();
      return;
    }
    this.#hold();
    this.paused = true;
    this.store.freeze();
  }

  nextTimeForm(): void {
    this.timeForm = timeForms[(timeForms.indexOf(this.timeForm) + 1) % timeForms.length] ?? "none";
  }

  /** Shows only the lines that match a pattern, or all lines. */
  setFilter(filter: Pattern | undefined): void {
    this.reader.stop();
    this.#current = undefined;
    this.store.setFilter(filter);
    this.#top &&= movedBy(this.store.page.lines, this.#top, 0, this.#height, this.#rowsOf);
    if (this.#top && this.store.page.lines.length < this.#height) this.#fetchUp();
  }

  /** Searches for a pattern. At the end it goes to the last match, elsewhere to the next one below. */
  setSearch(search: Pattern | undefined): void {
    this.#current = undefined;
    this.store.page.setSearch(search);
    if (!search) return;
    const { page } = this.store;
    const below = this.#top && page.match(this.#top.ordinal - 1, "next");
    const match = below ?? page.match(Number.POSITIVE_INFINITY, "previous");
    if (match) this.#show(match, search);
    else this.note = this.#noMatchNote("previous");
  }

  /** Goes to the next or previous match of the search. */
  toMatch(direction: "next" | "previous"): void {
    const { page } = this.store;
    if (!page.search) {
      this.note = "no search yet: type / to search";
      return;
    }
    const top = this.screen()[0]?.line.ordinal ?? 0;
    const match = page.match(this.#current ?? (direction === "next" ? top - 1 : top), direction);
    if (match) this.#show(match, page.search);
    else this.note = this.#noMatchNote(direction);
  }

  get #height(): number {
    return layoutOf(this.size.rows).middle;
  }

  readonly #rowsOf = (line: Line): number => rowsOf(line, this.textWidth, this.wrap);

  #last(): RowPosition {
    return lastPosition(this.store.page.lines, this.#height, this.#rowsOf);
  }

  /** Stops following the end. Returns the first row on the screen. */
  #hold(): RowPosition {
    if (this.#top === undefined) {
      this.#top = this.#last();
      this.store.hold();
    }
    return this.#top;
  }

  #show(line: Line, search: Pattern): void {
    this.#hold();
    this.#current = line.ordinal;
    const { lines } = this.store.page;
    const place = { ordinal: line.ordinal, row: rowOfMatch(line, search, this.textWidth, this.wrap) };
    this.#top = movedBy(lines, place, -Math.floor(this.#height / 3), this.#height, this.#rowsOf);
  }

  /** Message for a search without a further match; fetches earlier lines, where a match may be. */
  #noMatchNote(direction: "next" | "previous"): string {
    const { page } = this.store;
    const text = page.found === 0 ? "not found" : `no ${direction} match`;
    if (direction === "next" || page.from === 0) return text;
    this.#hold();
    if (!this.reader.fetchUp()) return `${text}; older lines are not available`;
    return this.reader.reading ? `${text} in the loaded lines; N searches the earlier lines` : text;
  }

  #fetchUp(): void {
    if (!this.reader.fetchUp() && this.store.page.lines.first?.ordinal === this.#top?.ordinal) this.#noteUnavailable();
  }

  #noteUnavailable(): void {
    if (this.store.page.from > 0) this.note = "older lines are not available";
  }

  /** Skips lines that were dropped and cannot be read again: the oldest available line comes next. */
  #skipDropped(): void {
    const dropped = this.store.ringStart - this.store.page.to;
    this.store.resetToRing();
    this.#top = { ordinal: this.store.page.lines.first?.ordinal ?? 0, row: 0 };
    if (dropped > 0) this.note = `${dropped} lines before these are not available`;
  }

  #event(event: StreamEvent): void {
    if (event.event === "log") this.store.add("log", timeOf(event), textOf(event.message));
    else if (event.event === "invocation_state") this.#state(event["invocation"]);
    else if (event.event === "error") {
      const { code, message } = (event["error"] ?? {}) as { code?: unknown; message?: unknown };
      this.store.add("error", timeOf(event), `${code ?? "error"}: ${message ?? "without a message"}`);
    }
  }

  #state(record: unknown): void {
    if (typeof record !== "object" || record === null) return;
    const invocation = record as InvocationRecord;
    this.invocation = invocation;
    if (typeof invocation.status === "string") this.status = invocation.status;
    const started = epochMs(invocation.started_at);
    if (!Number.isNaN(started)) this.#startedAt = started;
    if (isTerminal(this.status)) this.confirming = false;
  }
}

/** The time of an event; undefined when another service puts something else in its place. */
function timeOf({ timestamp }: StreamEvent): string | undefined {
  return typeof timestamp === "string" ? timestamp : undefined;
}
