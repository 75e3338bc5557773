import { shorten } from "../kit/columns.ts";
import { layoutOf } from "./layout.ts";

const entries: readonly (readonly [string, string])[] = [
  ["q", "leave; the invocation goes on"],
  ["Ctrl-C", "interrupt the command"],
  ["x", "end the invocation"],
  ["↑ ↓ k j", "scroll by a line"],
  ["PgUp PgDn", "scroll by a screen"],
  ["Home g", "first line"],
  ["End G", "last line, and follow"],
  ["space p", "pause; again: go on at the end"],
  ["/", "search for text or /regex/"],
  ["n N", "next and previous match"],
  ["Esc", "end the search"],
  ["f", "only lines with text or /regex/"],
  ["t", "time: relative, absolute, none"],
  ["w", "wrap long lines, or cut them"],
  ["?", "this help"],
];

const KEYS = 11;
const COLUMN = 46;

/** The key help for a terminal: pages of rows that fit into its log. `x` is only told of where it does something. */
export function helpPages(size: { columns: number; rows: number }, canCancel: boolean): readonly (readonly string[])[] {
  const height = layoutOf(size.rows).log;
  const shown = entries.filter(([key]) => canCancel || key !== "x");
  const columns = Math.max(1, Math.floor(size.columns / COLUMN));
  const perPage = height * columns;
  const pages: string[][] = [];
  for (let at = 0; at < shown.length; at += perPage) {
    const page = shown.slice(at, at + perPage);
    const rows = Math.min(height, Math.ceil(page.length / columns));
    pages.push(
      Array.from({ length: rows }, (_, row) => {
        const cells = Array.from({ length: columns }, (_unused, column) => page[column * rows + row]);
        const texts = cells.map((cell) => (cell ? `${cell[0].padEnd(KEYS)}${cell[1]}` : ""));
        return shorten(
          texts
            .map((text) => text.padEnd(COLUMN))
            .join("")
            .trimEnd(),
          size.columns,
        );
      }),
    );
  }
  return pages;
}
