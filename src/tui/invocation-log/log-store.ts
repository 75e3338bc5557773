import type { Pattern } from "../../core/pattern.ts";
import { type Line, LogRing } from "./log-ring.ts";
import { Page } from "./page.ts";
import { type IndexEntry, TimeIndex } from "./time-index.ts";

/** Effect of a new line on the page: `follow` appends it, `hold` appends it while there is room, `freeze` ignores it. */
type Mode = "follow" | "hold" | "freeze";

/** Marks (gaps, errors) that are remembered for when the lines around them are read again. */
const MAX_MARKS = 1_000;

/** Lines copied from the ring to the page at a time. */
const COPIED_LINES = 2_000;

/**
 * Received log: the last lines in a ring, the visible page, and an index of the times of older lines. Lines are numbered
 * consecutively, so that dropped lines can be read again and put in their place.
 */
export class LogStore {
  readonly ring = new LogRing();
  readonly page = new Page();
  readonly #index = new TimeIndex();
  readonly #marks = new Map<number, Line>();
  #mode: Mode = "follow";
  #next = 0;
  #logLines = 0;
  #arrived = 0;
  #frozenAt = 0;

  /** Number of received lines of the app, dropped ones included. */
  get logLines(): number {
    return this.#logLines;
  }

  /** Number of lines that passed the filter since the page was held or frozen. */
  get arrived(): number {
    return this.#arrived;
  }

  /** Ordinal after the last line that can be scrolled to. It stays the same while the page is frozen. */
  get end(): number {
    return this.#mode === "freeze" ? this.#frozenAt : this.#next;
  }

  /** Ordinal of the oldest line in the ring. */
  get ringStart(): number {
    return this.ring.first?.ordinal ?? this.#next;
  }

  add(kind: Line["kind"], timestamp: string | undefined, text: string): void {
    const line: Line = { ordinal: this.#next, kind, timestamp, text, bytes: Buffer.byteLength(text), isMatch: false };
    this.#next += 1;
    this.ring.push(line);
    if (kind === "log") {
      this.#logLines += 1;
      this.#index.add(line.ordinal, timestamp);
    } else {
      this.#marks.set(line.ordinal, line);
      if (this.#marks.size > MAX_MARKS) this.#marks.delete(this.#marks.keys().next().value ?? 0);
    }
    if (this.#mode === "follow") this.page.append(line);
    else {
      if (this.page.passes(line)) this.#arrived += 1;
      if (this.#mode === "hold" && this.page.to === line.ordinal) this.page.appendIfRoom(line);
    }
  }

  /** Moves the page to the end and appends each new line. */
  follow(): void {
    this.#mode = "follow";
    this.#arrived = 0;
    if (this.page.to < this.ringStart) this.resetToRing();
    else for (const line of this.#ringFrom(this.page.to)) this.page.append(line);
  }

  /** Keeps the lines of the page; new lines are appended while there is room. */
  hold(): void {
    if (this.#mode === "follow") this.#arrived = 0;
    this.#mode = "hold";
  }

  /** Keeps the page as it is; new lines are only counted. */
  freeze(): void {
    if (this.#mode !== "freeze") this.#arrived = 0;
    this.#mode = "freeze";
    this.#frozenAt = this.#next;
  }

  /** Changes the filter. Of the lines that the previous filter removed, only those in the ring come back. */
  setFilter(filter: Pattern | undefined): void {
    const narrower = this.page.filter === undefined && this.page.to >= this.ringStart;
    const before = narrower ? [...this.page.lines].filter((line) => line.ordinal < this.ringStart) : [];
    const from = narrower ? Math.min(this.page.from, this.ringStart) : this.ringStart;
    this.page.setFilter(filter);
    this.#reset(before, from);
  }

  /** Copies lines before the page from the ring. Returns false when the ring has none. */
  prependFromRing(): boolean {
    if (this.page.from <= this.ringStart) return false;
    const from = Math.max(this.ringStart, this.page.from - COPIED_LINES);
    this.page.prepend(this.#ringFrom(from, this.page.from), from);
    return true;
  }

  /** Copies lines after the page from the ring. Returns false when the ring does not have them. */
  appendFromRing(): boolean {
    if (this.page.to < this.ringStart || this.page.to >= this.end) return false;
    for (const line of this.#ringFrom(this.page.to, Math.min(this.end, this.page.to + COPIED_LINES)))
      this.page.append(line);
    return true;
  }

  /** Replaces the page by the lines of the ring. */
  resetToRing(): void {
    this.#reset([], this.ringStart);
  }

  /** Latest indexed time from which the line `ordinal` can be read again. */
  timestampBefore(ordinal: number): IndexEntry {
    return this.#index.before(ordinal);
  }

  /** The mark with an ordinal. */
  markAt(ordinal: number): Line | undefined {
    return this.#marks.get(ordinal);
  }

  /** Replaces the page by `before` and the lines of the ring. A page frozen before the start of the ring is frozen again. */
  #reset(before: readonly Line[], from: number): void {
    if (this.#mode === "freeze" && this.#frozenAt <= this.ringStart) this.#frozenAt = this.#next;
    this.page.reset([...before, ...this.#ringFrom(this.ringStart, this.end)], from, this.end);
  }

  #ringFrom(from: number, to: number = this.#next): Line[] {
    const lines: Line[] = [];
    for (let index = this.ring.indexOf(from); ; index += 1) {
      const line = this.ring.at(index);
      if (!line || line.ordinal >= to) return lines;
      lines.push(line);
    }
  }
}
