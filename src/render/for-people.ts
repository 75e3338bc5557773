import { humanCell, plainCell } from "./cell.ts";
import type { Column } from "./columns.ts";
import { flatten } from "./flatten.ts";
import type { RenderOptions } from "./render-options.ts";
import { cut, tableLines } from "./table.ts";

/** A list as a table with a heading, no wider than the terminal. */
export function tableText(items: readonly unknown[], columns: readonly Column[], options: RenderOptions): string {
  const cells = columns.map((column) => items.map((item) => humanCell(item, column.path, column.as, options.now)));
  // A column that says nothing of any item only takes room.
  const used = columns.map((_, at) => at).filter((at) => cells[at]?.some((cell) => cell !== ""));
  const heading = used.map((at) => (columns[at]?.title ?? columns[at]?.path ?? "").toUpperCase());
  const rows = items.map((_, row) => used.map((at) => cells[at]?.[row] ?? ""));
  const ids = used.flatMap((column, at) => (/(^|_)id$/.test(columns[column]?.path ?? "") ? [at] : []));
  return lines(tableLines(heading, rows, widthOf(options), options.style, new Set(ids)));
}

/** A record as one line for each value. Values are never cut: a record is what one copies an id or an address from. */
export function recordText(value: object, options: RenderOptions): string {
  const forms = new Map(options.columns?.map((column) => [column.path, column]));
  const rows = recordRows(value, forms).map(([path, item]) => {
    const column = forms.get(path);
    const cell = column?.as ? humanCell(value, path, column.as, options.now) : plainCell(item);
    return [path, column?.as === "age" ? `${plainCell(item)} (${cell})` : cell];
  });
  const width = widthOf(options);
  return lines(
    tableLines(undefined, rows, Number.POSITIVE_INFINITY).map((line, at) => {
      const name = rows[at]?.[0] ?? "";
      return width > name.length
        ? `${options.style(line.slice(0, name.length))}${line.slice(name.length)}`
        : cut(line, width);
    }),
  );
}

function recordRows(value: object, forms: ReadonlyMap<string, Column>): [string, unknown][] {
  return Object.entries(value).flatMap(([key, item]): [string, unknown][] =>
    forms.get(key)?.as ? [[key, item]] : flatten(item, key),
  );
}

function widthOf({ terminal, width }: RenderOptions): number {
  return terminal ? width : Number.POSITIVE_INFINITY;
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}
