import { type FollowItem, type StreamEvent, textOf } from "../../core/follow-item.ts";
import type { Pattern } from "../../core/pattern.ts";
import { epochMs } from "../../core/timestamp.ts";
import type { Connection } from "./connection.ts";
import { EarlierReader } from "./earlier-reader.ts";
import { layoutOf } from "./layout.ts";
import { rowOfMatch, rowsOf } from "./line-text.ts";
import { type TimeForm, timeForms, timeWidth } from "./line-time.ts";
import type { Line } from "./log-ring.ts";
import { LogStore } from "./log-store.ts";
import { type InvocationRecord, isTerminal, type ReadEarlier } from "./record.ts";
import { isAfter, lastPosition, movedBy, type RowPosition, rowsFrom, type ScreenRow } from "./viewport.ts";

/** Lines before the end of the page at which more are wanted. */
const NEAR = 200;

export interface ModelOptions {
  readonly status: string;
  /** Milliseconds since 1970, if it is known. */
  readonly startedAt: number | undefined;
  readonly earlier: ReadEarlier | undefined;
  /** Whether the invocation can be ended from here. */
  readonly canCancel: boolean;
  readonly now: () => number;
  /** Something is to be drawn anew, some time soon. */
  readonly changed: () => void;
}

/** What is typed at the lower edge. */
export interface Prompt {
  readonly purpose: "search" | "filter";
  readonly text: string;
  readonly problem: string | undefined;
}

/** The state of the view: what came from the stream, and what the person made of it. No terminal, no React. */
export class LogModel {
  readonly store = new LogStore();
  readonly reader: EarlierReader;
  readonly #options: ModelOptions;
  size = { columns: 80, rows: 24 };
  wrap = true;
  timeForm: TimeForm = "relative";
  paused = false;
  prompt: Prompt | undefined;
  /** The page of the key help that is shown. */
  help: number | undefined;
  /** Whether it is asked if the invocation shall be ended. */
  confirming = false;
  /** A word to the person, until the next key. */
  note: string | undefined;
  connection: Connection = { state: "connecting" };
  gaps = 0;
  status: string;
  invocation: InvocationRecord | undefined;
  ended = false;
  /** The first row on the screen; undefined at the end, where it moves by itself. */
  #top: RowPosition | undefined;
  #current: number | undefined;
  #overAt: number | undefined;
  #startedAt: number | undefined;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.status = options.status;
    this.#startedAt = options.startedAt;
    this.reader = new EarlierReader(this.store, options.earlier, options.changed);
  }

  get following(): boolean {
    return this.#top === undefined;
  }

  get canCancel(): boolean {
    return this.#options.canCancel;
  }

  /** Whether the person looks at something else than the end: then the view stays when the invocation has ended. */
  get busy(): boolean {
    return !this.following || this.prompt !== undefined || this.help !== undefined || this.confirming;
  }

  /** The line at which the search stands. */
  get current(): number | undefined {
    return this.#current;
  }

  /** When the invocation began, in milliseconds since 1970; the present until that is known. */
  get startedAt(): number {
    return this.#startedAt ?? this.#options.now();
  }

  /** Milliseconds for which it has run, or ran. */
  get elapsed(): number {
    const finished = epochMs(this.invocation?.finished_at);
    const until = this.ended && !Number.isNaN(finished) ? finished : (this.#overAt ?? this.#options.now());
    return Math.max(0, until - this.startedAt);
  }

  /** Takes what the stream gave. */
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
        this.connection = { state: "reconnecting", reason, attempt, at: this.#options.now() + inMs };
      }
    }
  }

  /** The stream is over; with `lost` that is why it is, although the invocation may go on. */
  end(lost?: string): void {
    this.ended = true;
    this.#overAt = this.#options.now();
    this.connection = lost === undefined ? { state: "closed" } : { state: "lost", reason: lost };
  }

  /** The rows of the log that are on the screen. */
  screen(): ScreenRow[] {
    const last = this.#last();
    const top = this.#top === undefined || isAfter(this.#top, last) ? last : this.#top;
    return rowsFrom(this.store.page.lines, top, this.#height, this.#rowsOf);
  }

  /** Columns that a line's text has. */
  get textWidth(): number {
    return Math.max(1, this.size.columns - timeWidth(this.timeForm, this.size.columns));
  }

  /** Moves by rows, up when negative. At the end it follows again, unless it is paused. */
  scroll(by: number): void {
    const { page, end } = this.store;
    if (by > 0 && this.following) return;
    const from = this.#hold();
    const to = movedBy(page.lines, from, by, this.#height, this.#rowsOf);
    this.#top = to;
    const index = page.lines.indexOf(to.ordinal);
    if (by < 0 && index < NEAR) this.#wantUp();
    if (by > 0 && page.lines.length - index < NEAR + this.#height && !this.reader.down()) {
      if (!isAfter(this.#last(), to)) this.#skipLost();
    }
    const allFits = page.from === 0 && index === 0 && to.row === 0;
    const atEnd = page.to >= end && !isAfter(this.#last(), to);
    if (!this.paused && atEnd && (by > 0 || allFits)) this.follow();
  }

  /** Moves by screens, up when negative; one row stays to read on from. */
  scrollScreens(by: number): void {
    this.scroll(by * Math.max(1, this.#height - 1));
  }

  /** Goes to the first line of all, or to the first there is. */
  toStart(): void {
    this.#hold();
    const { page } = this.store;
    const first = (): void => {
      this.#top = { ordinal: page.lines.first?.ordinal ?? 0, row: 0 };
    };
    if (this.reader.start(first)) return;
    first();
    this.#notKept();
  }

  /** Goes to the end; unless it is paused the end is then followed. */
  toEnd(): void {
    if (!this.paused) {
      this.follow();
      return;
    }
    this.reader.stop();
    if (this.store.page.to < this.store.end) this.store.takeRing();
    this.#top = this.#last();
  }

  /** Shows the end and stays there. */
  follow(): void {
    this.paused = false;
    this.#top = undefined;
    this.reader.stop();
    this.store.follow();
  }

  /** Stops the picture, or goes on at the end. */
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

  /** Shows only the lines with a pattern, or all of them again. */
  setFilter(filter: Pattern | undefined): void {
    this.reader.stop();
    this.#current = undefined;
    this.store.setFilter(filter);
    this.#top &&= movedBy(this.store.page.lines, this.#top, 0, this.#height, this.#rowsOf);
    if (this.#top && this.store.page.lines.length < this.#height) this.#wantUp();
  }

  /** Looks for a pattern and goes to a match: from the end to the last one, elsewhere to the next below. */
  setSearch(search: Pattern | undefined): void {
    this.#current = undefined;
    this.store.page.setSearch(search);
    if (!search) return;
    const { page } = this.store;
    const below = this.#top && page.match(this.#top.ordinal - 1, "next");
    const match = below ?? page.match(Number.POSITIVE_INFINITY, "previous");
    if (match) this.#show(match, search);
    else this.note = this.#nothing("previous");
  }

  /** Goes to another match of the search. */
  toMatch(direction: "next" | "previous"): void {
    const { page } = this.store;
    if (!page.search) {
      this.note = "nothing is searched for: / begins a search";
      return;
    }
    const top = this.screen()[0]?.line.ordinal ?? 0;
    const match = page.match(this.#current ?? (direction === "next" ? top - 1 : top), direction);
    if (match) this.#show(match, page.search);
    else this.note = this.#nothing(direction);
  }

  get #height(): number {
    return layoutOf(this.size.rows).log;
  }

  readonly #rowsOf = (line: Line): number => rowsOf(line, this.textWidth, this.wrap);

  #last(): RowPosition {
    return lastPosition(this.store.page.lines, this.#height, this.#rowsOf);
  }

  /** The picture does not move by itself from now on. Gives its first row. */
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

  /** What to say when there is no further match; lines that are not at hand are fetched. */
  #nothing(direction: "next" | "previous"): string {
    const { page } = this.store;
    const what = page.found === 0 ? "not found" : `no ${direction} match`;
    if (direction === "next" || page.from === 0) return what;
    this.#hold();
    if (!this.reader.up()) return `${what}; older lines are not kept`;
    return this.reader.reading ? `${what} in the lines at hand; N looks in the ones before` : what;
  }

  #wantUp(): void {
    if (!this.reader.up() && this.store.page.lines.first?.ordinal === this.#top?.ordinal) this.#notKept();
  }

  #notKept(): void {
    if (this.store.page.from > 0) this.note = "older lines are not kept";
  }

  /** The lines after the page are gone for good: the oldest that are kept come next. */
  #skipLost(): void {
    const lost = this.store.ringStart - this.store.page.to;
    this.store.takeRing();
    this.#top = { ordinal: this.store.page.lines.first?.ordinal ?? 0, row: 0 };
    if (lost > 0) this.note = `${lost} lines before these are not kept`;
  }

  #event(event: StreamEvent): void {
    if (event.event === "log") this.store.add("log", timeOf(event), textOf(event.message));
    else if (event.event === "invocation_state") this.#state(event["invocation"]);
    else if (event.event === "error") {
      const { code, message } = (event["error"] ?? {}) as { code?: unknown; message?: unknown };
      this.store.add("error", timeOf(event), `${code ?? "error"}: ${message ?? "no more is known"}`);
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

/** When an event was written; a foreign service may put something else in its place. */
function timeOf({ timestamp }: StreamEvent): string | undefined {
  return typeof timestamp === "string" ? timestamp : undefined;
}
