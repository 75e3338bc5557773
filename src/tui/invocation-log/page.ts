import type { Pattern } from "../../core/pattern.ts";
import { lineMatches } from "./line-text.ts";
import { type Line, LogRing } from "./log-ring.ts";

/**
 * Window of lines that the person can scroll through: the lines with ordinals from `from` up to (not including) `to` that
 * pass the filter. The window slides over the log: lines that no longer fit are dropped at the other end.
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

  /** Number of lines in the page that match the search. */
  get found(): number {
    return this.#found;
  }

  /** Applies the filter. Marks of the stream always pass. */
  passes(line: Line): boolean {
    return !this.#filter || line.kind !== "log" || lineMatches(line, this.#filter);
  }

  /** Appends the line with the ordinal `to`. Returns false, and does nothing, when another line would be dropped for it. */
  appendIfRoom(line: Line): boolean {
    if (!this.passes(line)) {
      this.#to = line.ordinal + 1;
      return true;
    }
    if (!this.lines.fits(line)) return false;
    this.append(line);
    return true;
  }

  /** Appends the next line if it passes the filter. */
  append(line: Line): void {
    if (this.passes(line)) {
      this.#markMatch(line);
      this.lines.push(line, (dropped) => {
        if (dropped.isMatch) this.#found -= 1;
        this.#from = dropped.ordinal + 1;
      });
    }
    this.#to = line.ordinal + 1;
  }

  /** Appends lines that cover all ordinals up to `to`. */
  extend(lines: readonly Line[], to: number): void {
    for (const line of lines) this.append(line);
    this.#to = to;
  }

  /** Prepends lines, in ascending order, that cover all ordinals since `from`. */
  prepend(lines: readonly Line[], from: number): void {
    for (const line of lines.toReversed()) {
      if (!this.passes(line)) continue;
      this.#markMatch(line);
      this.lines.unshift(line, (dropped) => {
        if (dropped.isMatch) this.#found -= 1;
        this.#to = dropped.ordinal;
      });
    }
    this.#from = from;
  }

  /** Replaces the page by lines that cover all ordinals from `from` up to `to`. */
  reset(lines: Iterable<Line>, from: number, to: number): void {
    this.lines.clear();
    this.#found = 0;
    this.#from = from;
    this.#to = from;
    for (const line of lines) this.append(line);
    this.#to = to;
  }

  /** Changes the filter. The caller resets the lines. */
  setFilter(filter: Pattern | undefined): void {
    this.#filter = filter;
  }

  setSearch(search: Pattern | undefined): void {
    this.#search = search;
    this.#found = 0;
    for (const line of this.lines) this.#markMatch(line);
  }

  /** The nearest line with a match after an ordinal (`next`) or before it (`previous`). */
  match(ordinal: number, direction: "next" | "previous"): Line | undefined {
    const step = direction === "next" ? 1 : -1;
    const from = direction === "next" ? this.lines.indexOf(ordinal + 1) : this.lines.indexOf(ordinal) - 1;
    for (let index = from; ; index += step) {
      const line = this.lines.at(index);
      if (!line || line.isMatch) return line;
    }
  }

  /** Number of the match among all matches in the page, from 1. */
  rank(ordinal: number): number {
    let rank = 0;
    for (let index = this.lines.indexOf(ordinal); index >= 0; index -= 1) if (this.lines.at(index)?.isMatch) rank += 1;
    return rank;
  }

  #markMatch(line: Line): void {
    line.isMatch = this.#search !== undefined && lineMatches(line, this.#search);
    if (line.isMatch) this.#found += 1;
  }
}
