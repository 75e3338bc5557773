import type { Pattern } from "../../core/pattern.ts";
import { type Line, LogRing } from "./log-ring.ts";
import { Page } from "./page.ts";
import { type IndexEntry, TimeIndex } from "./time-index.ts";

/** What happens to the page when a line arrives. */
type Mode = "follow" | "hold" | "freeze";

/** Marks (gaps, errors) that are remembered for when the lines around them are read again. */
const MOST_MARKS = 1_000;

/** Lines that the page takes from the ring at a time. */
const PIECE = 2_000;

/**
 * What is known of the log: the last lines in a ring, the page that is looked at, and when the older lines came. Every
 * line is numbered; none is lost while the ring holds it or the service can be asked again.
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

  /** Lines of the app that came, whether they are still here or not. */
  get logLines(): number {
    return this.#logLines;
  }

  /** Lines that pass the filter and came since the page was held or frozen. */
  get arrived(): number {
    return this.#arrived;
  }

  /** Where what can be scrolled to ends: the ordinal after the last line, of when the page was frozen if it is. */
  get end(): number {
    return this.#mode === "freeze" ? this.#frozenAt : this.#next;
  }

  /** The ordinal of the oldest line in the ring. */
  get ringStart(): number {
    return this.ring.first?.ordinal ?? this.#next;
  }

  add(kind: Line["kind"], timestamp: string | undefined, text: string): void {
    const line: Line = { ordinal: this.#next, kind, timestamp, text, bytes: Buffer.byteLength(text), found: false };
    this.#next += 1;
    this.ring.push(line);
    if (kind === "log") {
      this.#logLines += 1;
      this.#index.add(line.ordinal, timestamp);
    } else {
      this.#marks.set(line.ordinal, line);
      if (this.#marks.size > MOST_MARKS) this.#marks.delete(this.#marks.keys().next().value ?? 0);
    }
    if (this.#mode === "follow") this.page.append(line);
    else {
      if (this.page.passes(line)) this.#arrived += 1;
      if (this.#mode === "hold" && this.page.to === line.ordinal) this.page.appendIfRoom(line);
    }
  }

  /** The page is at the end again and stays there. */
  follow(): void {
    this.#mode = "follow";
    this.#arrived = 0;
    if (this.page.to < this.ringStart) this.takeRing();
    else for (const line of this.#ringFrom(this.page.to)) this.page.append(line);
  }

  /** The page keeps what it has; lines that arrive are added while there is room. */
  hold(): void {
    if (this.#mode === "follow") this.#arrived = 0;
    this.#mode = "hold";
  }

  /** Nothing that arrives is shown any more. */
  freeze(): void {
    if (this.#mode !== "freeze") this.#arrived = 0;
    this.#mode = "freeze";
    this.#frozenAt = this.#next;
  }

  /** Changes the filter. Of lines that another filter had left out only those of the ring come back. */
  setFilter(filter: Pattern | undefined): void {
    const narrower = this.page.filter === undefined && this.page.to >= this.ringStart;
    const before = narrower ? [...this.page.lines].filter((line) => line.ordinal < this.ringStart) : [];
    const from = narrower ? Math.min(this.page.from, this.ringStart) : this.ringStart;
    this.page.setFilter(filter);
    this.#reset(before, from);
  }

  /** Takes lines before the page from the ring; false when the ring does not reach further back than the page. */
  takeUp(): boolean {
    if (this.page.from <= this.ringStart) return false;
    const from = Math.max(this.ringStart, this.page.from - PIECE);
    this.page.prepend(this.#ringFrom(from, this.page.from), from);
    return true;
  }

  /** Takes lines after the page from the ring; false when those are not there (any more, or yet). */
  takeDown(): boolean {
    if (this.page.to < this.ringStart || this.page.to >= this.end) return false;
    for (const line of this.#ringFrom(this.page.to, Math.min(this.end, this.page.to + PIECE))) this.page.append(line);
    return true;
  }

  /** The page is what the ring holds. */
  takeRing(): void {
    this.#reset([], this.ringStart);
  }

  /** The latest moment from which the line `ordinal` can be read again. */
  timestampBefore(ordinal: number): IndexEntry {
    return this.#index.before(ordinal);
  }

  /** The mark that stands at an ordinal. */
  markAt(ordinal: number): Line | undefined {
    return this.#marks.get(ordinal);
  }

  /** Makes the page of these lines and of the ring; a page that was frozen before the ring began is frozen anew. */
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
