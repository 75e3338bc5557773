import { hasMatch, matchesIn, type Pattern } from "../../core/pattern.ts";
import { sanitizeKeepingColour, sanitizeLine } from "../../core/sanitize.ts";
import { cutAt, rowStarts } from "../kit/columns.ts";
import { paint, parseStyled, type Style, type StyledText } from "../kit/styled-text.ts";
import { type FoundLevel, levelOf, levelStyles } from "./level.ts";
import type { Line } from "./log-ring.ts";

/** A sanitised line with the properties that are computed once per line. */
interface ParsedLine extends StyledText {
  readonly level: FoundLevel | undefined;
  rows?: { readonly width: number; readonly starts: readonly number[] };
}

const parsedLines = new WeakMap<Line, ParsedLine>();

function parsed(line: Line): ParsedLine {
  let known = parsedLines.get(line);
  if (!known) {
    const styled =
      line.kind === "log"
        ? parseStyled(sanitizeKeepingColour(line.text.replace(/\r?\n$/, "")))
        : { plain: sanitizeLine(line.text), runs: [] };
    known = { ...styled, level: line.kind === "log" ? levelOf(styled.plain) : undefined };
    parsedLines.set(line, known);
  }
  return known;
}

/** Characters that sanitising or styling may replace. */
const special = /[^ -~\u00a1-\u00ac\u00ae-\u05ff\u3000-\ud7ff]/;

/** The text of a line as it is visible. Search and filter look at this text. */
export function plainText(line: Line): string {
  return special.test(line.text) ? parsed(line).plain : line.text;
}

/** True when the visible text of a line matches a pattern. */
export function lineMatches(line: Line, pattern: Pattern): boolean {
  return hasMatch(plainText(line), pattern);
}

/** Number of rows of a line at a width; always 1 when lines are not wrapped. */
export function rowsOf(line: Line, width: number, wrap: boolean): number {
  return wrap ? starts(parsed(line), width).length : 1;
}

/** The row of a line in which the first match begins. */
export function rowOfMatch(line: Line, pattern: Pattern, width: number, wrap: boolean): number {
  const known = parsed(line);
  const [from] = matchesIn(known.plain, pattern)[0] ?? [0];
  return wrap
    ? Math.max(
        0,
        starts(known, width).findLastIndex((start) => start <= from),
      )
    : 0;
}

function starts(known: ParsedLine, width: number): readonly number[] {
  if (known.rows?.width !== width) known.rows = { width, starts: rowStarts(known.plain, width) };
  return known.rows.starts;
}

export interface RowOptions {
  readonly width: number;
  readonly wrap: boolean;
  readonly colour: boolean;
  readonly search: Pattern | undefined;
  /** True for the line that holds the current match of the search. */
  readonly isCurrent: boolean;
}

const marks: Readonly<Record<"gap" | "error", Style>> = {
  gap: { bold: "1", fg: "35" },
  error: { bold: "1", fg: "31" },
};

/** One row of a line in its colours, with matches inverted; at most `width` columns. */
export function rowText(line: Line, row: number, options: RowOptions): string {
  const known = parsed(line);
  const { plain } = known;
  let [from, to] = [0, plain.length];
  let end = "";
  if (options.wrap) {
    const all = starts(known, options.width);
    [from, to] = [all[row] ?? plain.length, all[row + 1] ?? plain.length];
  } else {
    const cut = cutAt(plain, options.width);
    if (cut < plain.length) [to, end] = [cutAt(plain, options.width - 1), "…"];
  }
  const found = options.search
    ? matchesIn(plain, options.search).filter(([begin, finish]) => begin < to && finish > from)
    : [];
  let text = "";
  let at = from;
  for (const next of edges(known, found, from, to)) {
    if (next <= at) continue;
    const isInMatch = found.some(([begin, finish]) => begin <= at && at < finish);
    text += paint(plain.slice(at, next), styleAt(known, line, at, isInMatch, options.isCurrent), options.colour);
    at = next;
  }
  return text + paint(end, { dim: "2" }, options.colour);
}

/** Indexes at which the style may change, in order, the end included. */
function edges(
  { runs, level }: ParsedLine,
  found: readonly (readonly [number, number])[],
  from: number,
  to: number,
): number[] {
  const places = [...runs.map((run) => run.from), ...found.flat(), level?.from ?? from, level?.to ?? from];
  return [...places.filter((place) => place > from && place < to).sort((a, b) => a - b), to];
}

function styleAt({ runs, level }: ParsedLine, line: Line, at: number, isInMatch: boolean, isCurrent: boolean): Style {
  const own = runs.findLast((run) => run.from <= at)?.style ?? {};
  let style = own;
  if (line.kind !== "log") style = marks[line.kind];
  else if (level && Object.keys(own).length === 0) {
    style = levelStyles[level.level][at >= level.from && at < level.to ? "word" : "line"];
  }
  if (!isInMatch) return style;
  return isCurrent ? { bold: "1", inverse: "7", fg: "33" } : { inverse: "7" };
}
