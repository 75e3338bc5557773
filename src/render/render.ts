import { EMOJI, UNPRINTABLE } from "../core/hidden-characters.ts";
import { maximum } from "../core/maximum.ts";
import { codeEscape } from "../core/sanitize.ts";
import { Styled } from "../core/styled.ts";
import { table } from "../core/table.ts";
import { plainCell, programCell } from "./cell.ts";
import type { Column } from "./columns.ts";
import { flatten } from "./flatten.ts";
import { jsonText } from "./json.ts";
import { paintJson } from "./palette.ts";
import type { RenderOptions } from "./render-options.ts";

/**
 * A value as text for stdout in the requested form, with its last newline. No form contains unprintable characters,
 * neither in a pipe nor at a terminal. JSON, YAML and `env` have escapes that keep the value; text, tables and CSV make
 * them visible.
 */
export async function render(value: unknown, options: RenderOptions): Promise<Styled> {
  switch (options.format) {
    case "json":
      return Styled.lines([paintJson(jsonText(value), options.palette)]);
    case "jsonl":
      return Styled.lines(
        (Array.isArray(value) ? value : [value]).map((item) => paintJson(jsonText(item, 0), options.palette)),
      );
    case "yaml":
      return Styled.of((await import("./yaml.ts")).yamlText(value));
    case "csv":
      return Styled.of(await csv(value, options.columns));
    case "env":
      return Styled.of((await import("./environment.ts")).environmentText(value, options.variables));
    default:
      return text(value, options);
  }
}

async function text(value: unknown, options: RenderOptions): Promise<Styled> {
  if (value === undefined || value === null) return Styled.of("");
  if (typeof value !== "object") return Styled.lines([String(value)]);
  const forPeople = options.terminal || options.format === "table";
  if (!Array.isArray(value)) {
    return forPeople ? (await people()).recordText(value, options) : recordForPrograms(value);
  }
  if (value.length === 0) return Styled.of("");
  if (value.every((item) => typeof item !== "object" || item === null))
    return Styled.lines(value.map((item) => (forPeople ? Styled.line(String(item)) : field(String(item)))));
  if (!hasRows(value)) return Styled.lines(value.map((item) => field(plainCell(item))));
  const columns = options.columns ?? columnsOf(value);
  if (forPeople) return (await people()).tableText(value, columns, options);
  return Styled.lines(value.map((item) => columns.map((column) => field(programCell(item, column))).join("\t")));
}

/** Loads the output for people late: it measures the width of characters, and its tables take long to load. */
const people = () => import("./for-people.ts");

/** True for a list that is a table: all items are records, or all are lists. */
export function hasRows(items: readonly unknown[]): boolean {
  const areLists = Array.isArray(items[0]);
  return items.every((item) => typeof item === "object" && item !== null && Array.isArray(item) === areLists);
}

/** Keys of all items, in the order of their first appearance; positions for rows that are lists. */
export function columnsOf(items: readonly unknown[]): Column[] {
  if (items.every((item) => Array.isArray(item))) {
    const count = maximum(items, (item) => item.length);
    return Array.from({ length: count }, (_, at) => ({ path: String(at), title: `[${at}]` }));
  }
  const paths = new Set(items.flatMap((item) => flatten(item).map(([path]) => path)));
  return [...paths].map((path) => ({ path }));
}

function recordForPrograms(value: object): Styled {
  return Styled.lines(flatten(value).map(([path, item]) => `${field(path)}\t${field(plainCell(item))}`));
}

/**
 * One field of a tab-separated line: backslash, tab and newline are escaped, so that a line stays a line, and so are
 * unprintable characters.
 */
function field(cell: string): string {
  return cell.replace(
    unsafeInField,
    (match, emoji?: string) => emoji ?? escapes.get(match) ?? codeEscape(match.codePointAt(0) ?? 0),
  );
}

const unsafeInField = new RegExp(`(${EMOJI})|[\\\\\\t\\n${UNPRINTABLE}]`, "gu");

const escapes = table<string>({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" });

async function csv(value: unknown, columns: readonly Column[] | undefined): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  const items = Array.isArray(value) ? value : [value];
  if (!hasRows(items)) {
    return stringify(items.map((item) => [plainCell(item)]));
  }
  const shown = columns ?? columnsOf(items);
  return stringify([
    shown.map((column) => column.path),
    ...items.map((item) => shown.map((column) => programCell(item, column))),
  ]);
}
