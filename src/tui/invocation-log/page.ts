import type { Pattern } from "../../core/pattern.ts";
import { lineHas } from "./line-text.ts";
import { type Line, LogRing } from "./log-ring.ts";

/**
 * The lines that can be scrolled through at the moment: of all from `from` up to (not including) `to` those that pass the
 * filter. It slides over the log: what does not fit any more goes at the other end.
 */
export class Page {
  readonly lines = new LogRing();
  #from = 0;
  #to = 0;
  #filter: Pattern | undefined;
  #search: Pattern | undefined;
  #found = 0;

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get filter(): Pattern | undefined {
    return this.#filter;
  }

  get search(): Pattern | undefined {
    return this.#search;
  }

  /** Lines of the page in which the search finds something. */
  get found(): number {
    return this.#found;
  }

  /** Whether a line is shown at all. */
  passes(line: Line): boolean {
    return !this.#filter || line.kind !== "log" || lineHas(line, this.#filter);
  }

  /** Takes the next line (its ordinal is `to`); false, and nothing done, when it would push another out. */
  appendIfRoom(line: Line): boolean {
    if (!this.passes(line)) {
      this.#to = line.ordinal + 1;
      return true;
    }
    if (!this.lines.fits(line)) return false;
    this.append(line);
    return true;
  }

  /** Takes the next line. */
  append(line: Line): void {
    if (this.passes(line)) {
      this.#mark(line);
      this.lines.push(line, (gone) => {
        if (gone.found) this.#found -= 1;
        this.#from = gone.ordinal + 1;
      });
    }
    this.#to = line.ordinal + 1;
  }

  /** Takes the next lines that pass; they are all up to `to`. */
  extend(lines: readonly Line[], to: number): void {
    for (const line of lines) this.append(line);
    this.#to = to;
  }

  /** Takes lines before its first, in order; they begin at `from`. */
  prepend(lines: readonly Line[], from: number): void {
    for (const line of lines.toReversed()) {
      if (!this.passes(line)) continue;
      this.#mark(line);
      this.lines.unshift(line, (gone) => {
        if (gone.found) this.#found -= 1;
        this.#to = gone.ordinal;
      });
    }
    this.#from = from;
  }

  /** Holds these lines instead: all that pass of those from `from` up to `to`. */
  reset(lines: Iterable<Line>, from: number, to: number): void {
    this.lines.clear();
    this.#found = 0;
    this.#from = from;
    this.#to = from;
    for (const line of lines) this.append(line);
    this.#to = to;
  }

  /** Changes the filter; the caller resets the lines. */
  setFilter(filter: Pattern | undefined): void {
    this.#filter = filter;
  }

  setSearch(search: Pattern | undefined): void {
    this.#search = search;
    this.#found = 0;
    for (const line of this.lines) this.#mark(line);
  }

  /** The next line with a match after an ordinal, or the one before it. */
  match(ordinal: number, direction: "next" | "previous"): Line | undefined {
    const step = direction === "next" ? 1 : -1;
    const from = direction === "next" ? this.lines.indexOf(ordinal + 1) : this.lines.indexOf(ordinal) - 1;
    for (let index = from; ; index += step) {
      const line = this.lines.at(index);
      if (!line || line.found) return line;
    }
  }

  /** Which of the matches a line has, from 1. */
  rank(ordinal: number): number {
    let rank = 0;
    for (let index = this.lines.indexOf(ordinal); index >= 0; index -= 1) if (this.lines.at(index)?.found) rank += 1;
    return rank;
  }

  #mark(line: Line): void {
    line.found = this.#search !== undefined && lineHas(line, this.#search);
    if (line.found) this.#found += 1;
  }
}
