import stringWidth from "string-width";
import { maximum } from "../core/maximum.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import { Styled, type Text } from "../core/styled.ts";
import type { ColumnFit } from "./columns.ts";

/** Minimum cells of a column while others can be cut. */
const MIN_CELLS = 8;
/** Minimum cells of a kept column while others can be left out. */
const MIN_KEPT_CELLS = 20;
/** Characters of a text for each cell of the terminal; letters with many marks have more. */
const MAX_CHARACTERS_PER_CELL = 32;
const GAP = "  ";

export interface TableOptions {
  readonly heading?: readonly string[] | undefined;
  /** Columns of the terminal; infinite without one. */
  readonly width: number;
  /** How each column gives way; `any` where it is omitted. */
  readonly fits?: readonly ColumnFit[];
  readonly styleHeading?: (text: string) => Styled;
  /** Colours a cell; `text` may be cut and is padded afterwards. */
  readonly paint?: (text: string, row: number, column: number) => Text;
}

/**
 * Lines of an aligned table. Cells are sanitised. Where the table is wider than the terminal, the widest columns are cut
 * with an ellipsis to {@link MIN_CELLS} cells, then columns are left out from the right, and whole columns are cut last;
 * a heading that ends with an ellipsis means that columns are missing. No line is wider than the terminal.
 */
export function tableLines(rows: readonly (readonly string[])[], options: TableOptions): Styled[] {
  return drawn(fitTable(rows, options), options);
}

/** {@link tableLines}, or undefined when the terminal has no room for two of several columns, or for a whole column. */
export function readableLines(rows: readonly (readonly string[])[], options: TableOptions): Styled[] | undefined {
  const fit = fitTable(rows, options);
  return fit.cutsWhole || fit.kept.length < Math.min(2, fit.count) ? undefined : drawn(fit, options);
}

interface TableFit {
  readonly heading: readonly string[] | undefined;
  readonly cells: readonly (readonly string[])[];
  /** Number of all columns. */
  readonly count: number;
  /** The columns that are shown. */
  readonly kept: readonly number[];
  readonly widths: readonly number[];
  readonly cutsWhole: boolean;
}

function fitTable(rows: readonly (readonly string[])[], options: TableOptions): TableFit {
  const { width } = options;
  const cells = rows.map((row) => row.map((text) => measurable(sanitizeLine(text), width)));
  const heading = options.heading?.map(sanitizeLine);
  const all = heading ? [heading, ...cells] : cells;
  const count = maximum(all, (row) => row.length);
  const isEndless = width === Number.POSITIVE_INFINITY;
  // The last column of a table without a limit needs no width.
  const natural = Array.from({ length: count }, (_, at) =>
    isEndless && at === count - 1 ? width : maximum(all, (row) => stringWidth(row[at] ?? "")),
  );
  const { kept, widths } = isEndless
    ? { kept: [...natural.keys()], widths: natural }
    : fitColumns(natural, width, options.fits ?? []);
  const cutsWhole = kept.some((at) => options.fits?.[at] === "whole" && (widths[at] ?? 0) < (natural[at] ?? 0));
  return { heading, cells, count, kept, widths, cutsWhole };
}

/** A cell of which nothing beyond a multiple of the width is measured: an answer may be a cell of 50 MB. */
function measurable(text: string, width: number): string {
  const most = width * MAX_CHARACTERS_PER_CELL;
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function drawn({ heading, cells, count, kept, widths }: TableFit, options: TableOptions): Styled[] {
  const { width, styleHeading = Styled.line, paint = Styled.line } = options;
  const line = (row: readonly string[], colour: (text: string, column: number) => Text): Styled => {
    const last = kept.findLast((at) => (row[at] ?? "") !== "") ?? -1;
    const shownCells = kept
      .filter((at) => at <= last)
      .map((at) => {
        const shown = cut(row[at] ?? "", widths[at] ?? 0);
        const blanks = at === last ? 0 : Math.max(0, (widths[at] ?? 0) - stringWidth(shown));
        return Styled.join([shown === "" ? "" : colour(shown, at), " ".repeat(blanks)]);
      });
    return Styled.join(shownCells, GAP);
  };
  const lines = cells.map((row, index) => line(row, (text, at) => paint(text, index, at)));
  if (!heading) return lines;
  const top = line(heading, Styled.line).plain;
  const more = kept.length < count && stringWidth(top) + 2 <= width ? " …" : "";
  return [styleHeading(`${top}${more}`), ...lines];
}

/** The columns that fit and their widths. */
function fitColumns(
  natural: readonly number[],
  width: number,
  fits: readonly ColumnFit[],
): { kept: number[]; widths: number[] } {
  const formOf = (at: number): ColumnFit => fits[at] ?? "any";
  const leasts = { any: MIN_CELLS, kept: MIN_KEPT_CELLS } as const;
  const least = (at: number): number => leasts[formOf(at) as keyof typeof leasts] ?? Number.POSITIVE_INFINITY;
  let kept = natural.map((_, at) => at);
  for (;;) {
    const widths = [...natural];
    // The ellipsis behind the heading takes two cells.
    const room = kept.length < natural.length ? width - 2 : width;
    shrink(widths, kept, room, least);
    if (total(kept, widths) <= room) return { kept, widths };
    const gives =
      kept.findLast((at) => ["any", "uncut"].includes(formOf(at))) ?? kept.findLast((at) => formOf(at) === "late");
    if (gives === undefined || kept.length === 1) {
      shrink(widths, kept, width, (at) => (formOf(at) === "kept" ? MIN_CELLS : Number.POSITIVE_INFINITY));
      shrink(widths, kept, width, () => 1);
      return { kept, widths };
    }
    kept = kept.filter((at) => at !== gives);
  }
}

function total(kept: readonly number[], widths: readonly number[]): number {
  return kept.reduce((sum, at) => sum + (widths[at] ?? 0), GAP.length * Math.max(0, kept.length - 1));
}

/** Narrows the widest columns to the same width, each to its minimum at most; the first ones are a cell narrower. */
function shrink(widths: number[], kept: readonly number[], width: number, least: (at: number) => number): void {
  const excess = total(kept, widths) - width;
  if (excess <= 0) return;
  const narrowed = (at: number, most: number): number => Math.min(widths[at] ?? 0, Math.max(most, least(at)));
  const gained = (most: number): number => kept.reduce((sum, at) => sum + (widths[at] ?? 0) - narrowed(at, most), 0);
  // The least common width that gains less than the excess.
  let [low, most] = [0, maximum(kept, (at) => widths[at] ?? 0)];
  while (low < most) {
    const middle = Math.floor((low + most) / 2);
    if (gained(middle) < excess) most = middle;
    else low = middle + 1;
  }
  let rest = excess - gained(most);
  for (const at of kept) {
    const own = narrowed(at, most);
    const gives = rest > 0 && own === most && own > least(at);
    widths[at] = gives ? own - 1 : own;
    if (gives) rest -= 1;
  }
}

const segmenter = new Intl.Segmenter();

/** Cuts a text to `width` cells, with an ellipsis in place of the rest. */
export function cut(text: string, width: number): string {
  if (width === Number.POSITIVE_INFINITY || stringWidth(text) <= width) return text;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
