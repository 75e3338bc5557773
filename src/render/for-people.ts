import { isObject } from "../core/is-object.ts";
import { maximum } from "../core/maximum.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import { Styled, styled } from "../core/styled.ts";
import { wrap } from "../core/wrap.ts";
import { humanCell, plainCell } from "./cell.ts";
import { type Column, fitOf, formOf, valueAt } from "./columns.ts";
import { flatten, switchesText } from "./flatten.ts";
import { paintState } from "./palette.ts";
import type { RenderOptions } from "./render-options.ts";
import { count } from "./sentence.ts";
import { readableLines, tableLines } from "./table.ts";

/**
 * Minimum terminal columns for values beside the names of a record; below that, each value follows its name directly.
 */
const MIN_VALUE_CELLS = 12;

/** One line of a result, for comparing it with an earlier one. */
export interface ResultLine {
  readonly text: Styled;
  /** Identity of what it shows, such as the id of an item; undefined where it has none. */
  readonly key?: string | undefined;
  /** Text that is equal for equal values, whatever the width; ages are the times they stand for. */
  readonly content: string;
}

const none = Styled.of("");

/** A list as a table with a heading, no wider than the terminal, or one column on each line where there is no room. */
export function tableText(items: readonly unknown[], columns: readonly Column[], options: RenderOptions): Styled {
  return textOf(listLines(items, columns, options));
}

/**
 * A record as one line for each value, without empty ones. Values are never cut, so that ids and addresses can be
 * copied.
 */
export function recordText(value: object, options: RenderOptions): Styled {
  return textOf(recordLines(value, options));
}

function textOf(lines: readonly ResultLine[]): Styled {
  return Styled.lines(lines.map(({ text }) => text));
}

/** The lines of {@link tableText}. */
export function listLines(items: readonly unknown[], columns: readonly Column[], options: RenderOptions): ResultLine[] {
  const { palette } = options;
  const cells = columns.map((column) => items.map((item) => humanCell(item, column.path, column.as, options.now)));
  // A column that is empty, or only has the usual value, is left out.
  const places = [...columns.keys()].filter((at) =>
    cells[at]?.some((cell) => cell !== "" && !(options.omitsEmpty && cell === columns[at]?.usual)),
  );
  const used = places.flatMap((at) => columns[at] ?? []);
  const titles = used.map(({ title, path }) => (title ?? path).toUpperCase());
  const rows = items.map((_, row) => places.map((at) => cells[at]?.[row] ?? ""));
  const paint = (text: string, at: number): Styled =>
    used[at]?.as === "state" ? paintState(text, palette) : Styled.line(text);
  const lines = readableLines(rows, {
    heading: titles,
    width: widthOf(options),
    fits: used.map(fitOf),
    styleHeading: palette.heading,
    paint: (text, _row, at) => paint(text, at),
  });
  const key = (row: number): string => keyOf(items[row], used, row);
  const exact = (row: number, each: readonly Column[] = used): string =>
    JSON.stringify(each.map(({ path }) => valueAt(items[row], path)));
  if (lines) {
    const [heading = none, ...shown] = lines;
    const first = { text: heading, key: "heading", content: "" };
    return [first, ...shown.map((text, row) => ({ text, key: key(row), content: exact(row) }))];
  }
  return items.flatMap((_, row) => [
    ...(row > 0 ? [{ text: none, key: `before ${key(row)}`, content: "" }] : []),
    ...used.flatMap((column, at) => {
      const cell = sanitizeLine(rows[row]?.[at] ?? "");
      if (cell === "") return [];
      const title = sanitizeLine(titles[at] ?? "");
      const [first = "", ...more] =
        column.as === "prose" ? cellLines(cell, title.length + 1, widthOf(options)) : [cell];
      return [styled`${palette.heading(title)} ${paint(first, at)}`.trimEnd(), ...more].map((text, line) => ({
        text: Styled.line(text),
        key: `${key(row)} ${column.path}${line > 0 ? ` ${line}` : ""}`,
        content: exact(row, [column]),
      }));
    }),
  ]);
}

/** Lines of a text behind a name of `taken` characters. */
function cellLines(cell: string, taken: number, width: number): string[] {
  // Stands for the name.
  const [first = "", ...more] = wrap(`${"x".repeat(taken - 1)} ${cell}`, width);
  return [first.slice(taken), ...more];
}

/** Identity of an item: its first id or its first column, or its position. */
function keyOf(item: unknown, columns: readonly Column[], row: number): string {
  const column = columns.find((each) => fitOf(each) === "whole") ?? columns[0];
  return String((column && valueAt(item, column.path)) ?? row);
}

/** The lines of {@link recordText}. */
export function recordLines(value: object, options: RenderOptions): ResultLine[] {
  const forms = formsOf(options);
  const members = recordRows(value, forms).filter(
    ([path, item]) => !options.omitsEmpty || !(isSilent(item, forms.get(path)) || item === forms.get(path)?.usual),
  );
  const rows = members.map(([path, item]) => {
    const form = options.columns ? formOf(path, forms.get(path)) : undefined;
    const shown = form ? humanCell(value, path, form, options.now) : plainCell(item);
    const cell = shown === "" ? (forms.get(path)?.none ?? "") : shown;
    const isExact = (form !== "age" && form !== "until") || shown === "" || cell === plainCell(item);
    return [path, isExact ? cell : `${plainCell(item)} (${cell})`];
  });
  const { palette } = options;
  const width = widthOf(options);
  const shown = tableLines(rows, {
    width: Number.POSITIVE_INFINITY,
    paint: (text, row, at) => {
      if (at === 0) return palette.heading(text);
      return forms.get(rows[row]?.[0] ?? "")?.as === "state" ? paintState(text, palette) : Styled.line(text);
    },
  });
  // In a terminal that is narrower than the names, each value stands right after its name.
  const isNarrow = maximum(rows, ([name = ""]) => name.length) + MIN_VALUE_CELLS > width;
  return shown.map((line, at) => {
    const [path = "", cell = ""] = rows[at] ?? [];
    const text = isNarrow ? styled`${palette.heading(sanitizeLine(path))} ${cell}` : line;
    return { text, key: path, content: JSON.stringify(members[at]?.[1]) ?? "" };
  });
}

/** Note about the lines that {@link recordText} leaves out because they have no value; undefined where there are none. */
export function emptyNote(value: unknown, options: RenderOptions): string | undefined {
  if (!isObject(value)) return undefined;
  const forms = formsOf(options);
  const number = recordRows(value, forms).filter(([path, item]) => isSilent(item, forms.get(path))).length;
  if (!options.omitsEmpty || number === 0) return undefined;
  const [verb, object] = number === 1 ? ["is", "it"] : ["are", "them"];
  return `note: ${count(number, "empty field")} ${verb} not shown; -o json shows ${object}`;
}

function formsOf({ columns }: RenderOptions): Map<string, Column> {
  return new Map(columns?.map((column) => [column.path, column]));
}

/** True for a field that has neither a value nor a text for a missing one. */
function isSilent(item: unknown, column: Column | undefined): boolean {
  return isEmpty(item) && column?.none === undefined;
}

function isEmpty(item: unknown): boolean {
  if (item === null || item === undefined || item === "") return true;
  return typeof item === "object" && Object.keys(item).length === 0;
}

function recordRows(value: object, forms: ReadonlyMap<string, Column>): [string, unknown][] {
  return Object.entries(value).flatMap(([key, item]): [string, unknown][] =>
    forms.get(key)?.as ? [[key, item]] : flatten(item, key, switchesText),
  );
}

function widthOf({ terminal, width }: RenderOptions): number {
  return terminal ? width : Number.POSITIVE_INFINITY;
}
