import { shorten } from "../kit/columns.ts";
import { layoutOf } from "../kit/layout.ts";

/** Keys and their actions. */
const entries = (canCancel: boolean): readonly (readonly [key: string, action: string])[] => [
  ["q", "leave; the invocation runs on"],
  ["Ctrl-C", canCancel ? "cancel the invocation" : "leave with exit code 130"],
  ...(canCancel ? ([["x", "cancel it, but stay here"]] as const) : []),
  ["↑ ↓ k j", "scroll by a line"],
  ["PgUp PgDn", "scroll by a screen"],
  ["Home g", "first line"],
  ["End G", "last line, and follow"],
  ["space p", "pause; again: resume at the end"],
  ["/", "search for text or /regex/"],
  ["n N", "next and previous match"],
  ["Esc", "end the search"],
  ["f", "only lines with text or /regex/"],
  ["t", "time: relative, absolute, none"],
  ["w", "wrap long lines, or cut them"],
  ["?", "this help"],
];

/** Widths in columns of the keys, and of one column of the help. */
const KEY_WIDTH = 11;
const COLUMN_WIDTH = 46;

/** Pages of the key help, each with as many rows as the log of the terminal has. */
export function helpPages(size: { columns: number; rows: number }, canCancel: boolean): readonly (readonly string[])[] {
  const height = layoutOf(size.rows).middle;
  const shown = entries(canCancel);
  const columns = Math.max(1, Math.floor(size.columns / COLUMN_WIDTH));
  const perPage = height * columns;
  const pages: string[][] = [];
  for (let at = 0; at < shown.length; at += perPage) {
    const page = shown.slice(at, at + perPage);
    const rows = Math.min(height, Math.ceil(page.length / columns));
    pages.push(
      Array.from({ length: rows }, (_, row) => {
        const cells = Array.from({ length: columns }, (_unused, column) => page[column * rows + row]);
        const texts = cells.map((cell) => (cell ? `${cell[0].padEnd(KEY_WIDTH)}${cell[1]}` : ""));
        return shorten(
          texts
            .map((text) => text.padEnd(COLUMN_WIDTH))
            .join("")
            .trimEnd(),
          size.columns,
        );
      }),
    );
  }
  return pages;
}
