import stringWidth from "string-width";
import { sanitizeLine } from "../core/sanitize.ts";

/** Cells that a column keeps while others can be cut. */
const MIN_CELLS = 8;
const GAP = "  ";

export interface TableOptions {
  heading?: readonly string[] | undefined;
  /** Columns of the terminal; infinite where there is none. */
  width: number;
  /** Columns to cut last, such as ids. */
  whole?: ReadonlySet<number>;
  styleHeading?: (text: string) => string;
  /** Colours a cell; `text` may be cut and is padded afterwards. */
  paint?: (text: string, row: number, column: number) => string;
}

/**
 * Lines of an aligned table. Cells are sanitised. Where the table is wider than the terminal, the widest columns are cut
 * with an ellipsis to {@link MIN_CELLS} cells, then columns are left out from the right, and whole columns are cut last;
 * a heading that ends with an ellipsis means that columns are missing. No line is wider than the terminal.
 */
export function tableLines(rows: readonly (readonly string[])[], options: TableOptions): string[] {
  const { width, whole = new Set(), styleHeading = same, paint = same } = options;
  const cells = rows.map((row) => row.map(sanitizeLine));
  const heading = options.heading?.map(sanitizeLine);
  const all = heading ? [heading, ...cells] : cells;
  const count = Math.max(0, ...all.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, at) =>
    Math.max(0, ...all.map((row) => stringWidth(row[at] ?? ""))),
  );
  const { kept, widths } = fitColumns(natural, width, whole);
  const line = (row: readonly string[], colour: (text: string, column: number) => string): string => {
    const last = kept.findLast((at) => (row[at] ?? "") !== "") ?? -1;
    return kept
      .filter((at) => at <= last)
      .map((at) => {
        const shown = cut(row[at] ?? "", widths[at] ?? 0);
        const blanks = at === last ? 0 : Math.max(0, (widths[at] ?? 0) - stringWidth(shown));
        return `${shown === "" ? "" : colour(shown, at)}${" ".repeat(blanks)}`;
      })
      .join(GAP);
  };
  const lines = cells.map((row, index) => line(row, (text, at) => paint(text, index, at)));
  if (!heading) return lines;
  const top = line(heading, same);
  const more = kept.length < count && stringWidth(top) + 2 <= width ? " …" : "";
  return [styleHeading(`${top}${more}`), ...lines];
}

/** The columns that fit and their widths. */
function fitColumns(
  natural: readonly number[],
  width: number,
  whole: ReadonlySet<number>,
): { kept: number[]; widths: number[] } {
  let kept = natural.map((_, at) => at);
  for (;;) {
    const widths = [...natural];
    shrink(widths, kept, width, (at) => !whole.has(at), MIN_CELLS);
    if (total(kept, widths) <= width) return { kept, widths };
    const gives = kept.findLast((at, index) => !whole.has(at) && index > 0) ?? -1;
    if (gives === -1) {
      shrink(widths, kept, width, () => true, 1);
      return { kept, widths };
    }
    kept = kept.filter((at) => at !== gives);
  }
}

function total(kept: readonly number[], widths: readonly number[]): number {
  return kept.reduce((sum, at) => sum + (widths[at] ?? 0), GAP.length * Math.max(0, kept.length - 1));
}

/** Narrows the widest of the columns that may be cut, one cell at a time. */
function shrink(
  widths: number[],
  kept: readonly number[],
  width: number,
  gives: (at: number) => boolean,
  least: number,
): void {
  for (let excess = total(kept, widths) - width; excess > 0; excess -= 1) {
    const givers = kept.filter(gives);
    const most = Math.max(0, ...givers.map((at) => widths[at] ?? 0));
    const widest = givers.find((at) => widths[at] === most);
    if (widest === undefined || most <= least) return;
    widths[widest] = most - 1;
  }
}

function same(text: string): string {
  return text;
}

const segmenter = new Intl.Segmenter();

/** Cuts a text to `width` cells, with an ellipsis in place of the rest. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
