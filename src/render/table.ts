import stringWidth from "string-width";
import { sanitizeLine } from "../core/sanitize.ts";

/**
 * Lines of an aligned table for a terminal. Cells are sanitised; where the table is wider than the terminal, the widest
 * columns are cut with an ellipsis, none below eight cells.
 *
 * @param style makes the heading stand out
 * @param whole columns that are cut only when that of all others was not enough: an id that is cut is none
 */
export function tableLines(
  heading: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  width: number,
  style: (text: string) => string = (text) => text,
  whole: ReadonlySet<number> = new Set(),
): string[] {
  const cells = rows.map((row) => row.map(sanitizeLine));
  const top = heading?.map(sanitizeLine);
  const all = top ? [top, ...cells] : cells;
  const columns = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(0, ...all.map((row) => stringWidth(row[at] ?? ""))),
  );
  const room = width - 2 * (columns - 1);
  shrink(widths, room, (at) => !whole.has(at));
  shrink(widths, room, () => true);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        at === row.length - 1 ? cut(cell, widths[at] ?? 0) : pad(cut(cell, widths[at] ?? 0), widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [...(top ? [style(line(top))] : []), ...cells.map(line)];
}

function shrink(widths: number[], room: number, gives: (at: number) => boolean): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const most = Math.max(...widths.filter((_, at) => gives(at)));
    const widest = widths.findIndex((width, at) => width === most && gives(at));
    if ((widths[widest] ?? 0) <= 8) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

const segmenter = new Intl.Segmenter();

/** At most `width` cells of the text; what is left out shows as an ellipsis. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
