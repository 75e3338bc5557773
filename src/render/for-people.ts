import { humanCell, plainCell } from "./cell.ts";
import type { Column } from "./columns.ts";
import { flatten } from "./flatten.ts";
import { paintState } from "./palette.ts";
import type { RenderOptions } from "./render-options.ts";
import { switchesText } from "./switches-text.ts";
import { cut, tableLines } from "./table.ts";

/** A list as a table with a heading, no wider than the terminal. */
export function tableText(items: readonly unknown[], columns: readonly Column[], options: RenderOptions): string {
  const cells = columns.map((column) => items.map((item) => humanCell(item, column.path, column.as, options.now)));
  // A column without any value only takes room.
  const used = columns.map((_, at) => at).filter((at) => cells[at]?.some((cell) => cell !== ""));
  const heading = used.map((at) => (columns[at]?.title ?? columns[at]?.path ?? "").toUpperCase());
  const rows = items.map((_, row) => used.map((at) => cells[at]?.[row] ?? ""));
  const isWhole = ({ path, whole }: Column): boolean => whole === true || /(^|_)id$/.test(path);
  const whole = used.flatMap((column, at) => (isWhole(columns[column] ?? { path: "" }) ? [at] : []));
  const states = new Set(used.flatMap((column, at) => (columns[column]?.as === "state" ? [at] : [])));
  const { palette } = options;
  return lines(
    tableLines(rows, {
      heading,
      width: widthOf(options),
      whole: new Set(whole),
      styleHeading: palette.heading,
      paint: (text, _row, at) => (states.has(at) ? paintState(text, palette) : text),
    }),
  );
}

/** A record as one line for each value. Values are never cut, so that ids and addresses can be copied. */
export function recordText(value: object, options: RenderOptions): string {
  const forms = new Map(options.columns?.map((column) => [column.path, column]));
  const rows = recordRows(value, forms).map(([path, item]) => {
    const column = forms.get(path);
    const cell = column?.as ? humanCell(value, path, column.as, options.now) : plainCell(item);
    return [
      path,
      (column?.as === "age" || column?.as === "until") && cell !== "" ? `${plainCell(item)} (${cell})` : cell,
    ];
  });
  const { palette } = options;
  const width = widthOf(options);
  const shown = tableLines(rows, {
    width: Number.POSITIVE_INFINITY,
    paint: (text, row, at) => {
      if (at === 0) return palette.heading(text);
      return forms.get(rows[row]?.[0] ?? "")?.as === "state" ? paintState(text, palette) : text;
    },
  });
  // A terminal that is narrower than the names of the values shows as much of the names as it can.
  return lines(
    shown.map((line, at) => (width > (rows[at]?.[0] ?? "").length ? line : cut(rows[at]?.[0] ?? "", width))),
  );
}

function recordRows(value: object, forms: ReadonlyMap<string, Column>): [string, unknown][] {
  return Object.entries(value).flatMap(([key, item]): [string, unknown][] =>
    forms.get(key)?.as ? [[key, item]] : flatten(item, key, switchesText),
  );
}

function widthOf({ terminal, width }: RenderOptions): number {
  return terminal ? width : Number.POSITIVE_INFINITY;
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}
