import type { RecordSource } from "../core/record-source.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import { epochMs } from "../core/timestamp.ts";
import { humanSeconds } from "../render/sentence.ts";

/** Values and description of a record, in the order of its source; null for a field that it does not have. */
export type Row = readonly (string | null)[];

/** A value with its description. */
export interface Offer {
  readonly value: string;
  readonly description: string;
}

const MAX_VALUE = 255;
const MAX_TEXT = 60;

/** The parts of records that are offered and shown, safe to print. Records without any value have no row. */
export function rowsOf(source: RecordSource, records: readonly unknown[], args: readonly string[]): Row[] {
  const [parent] = args;
  const { of: naming } = source;
  const own =
    naming === undefined || parent === undefined
      ? records
      : records.filter((record) => naming.some((field) => textsAt(record, [field]).includes(parent)));
  if (source.values.length === 1) return own.flatMap((record) => rowsOfField(source, record));
  return own.flatMap((record) => {
    const values = source.values.map((field) => valuesAt(record, field)[0] ?? null);
    return values.every((value) => value === null) ? [] : [[...values, ...described(source, record)]];
  });
}

/** A row for each value of a field, which may be a list. */
function rowsOfField(source: RecordSource, record: unknown): Row[] {
  const values = valuesAt(record, source.values[0] ?? "");
  return values.map((value) => [value, ...described(source, record)]);
}

function described({ describe }: RecordSource, record: unknown): (string | null)[] {
  return describe.map(({ field, firstWord }) => {
    const [text = ""] = textsAt(record, field.split("."));
    const shown = sanitizeLine(firstWord ? (text.split(" ")[0] ?? "") : text);
    return shown === "" ? null : cut(shown);
  });
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 3).toWellFormed()}...`;
}

/** Values of a field that can be typed; not those that begin with a dash, like a flag. */
function valuesAt(record: unknown, field: string): string[] {
  return textsAt(record, field.split(".")).filter(
    (text) =>
      text !== "" &&
      text.length <= MAX_VALUE &&
      !text.startsWith("-") &&
      text.isWellFormed() &&
      sanitizeLine(text) === text,
  );
}

/** Texts at a path, through lists. */
function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === "string" ? [value] : [];
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
  return textsAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

/**
 * Values that begin with `prefix`, without duplicates: the preferred one of each record, and others, such as its id,
 * once they are being typed.
 *
 * @param now the present in milliseconds, for ages
 */
export function offersOf(source: RecordSource, rows: readonly Row[], prefix: string, now: number): Offer[] {
  const offers = new Map<string, Offer>();
  const count = source.values.length;
  for (const row of rows) {
    let preferred = true;
    for (let at = 0; at < count; at += 1) {
      const value = row[at];
      if (value === null || value === undefined) continue;
      if ((preferred || prefix !== "") && value.startsWith(prefix) && !offers.has(value)) {
        offers.set(value, { value, description: description(source, row, value, now) });
      }
      preferred = false;
    }
  }
  return [...offers.values()];
}

function description({ values, describe }: RecordSource, row: Row, value: string, now: number): string {
  const parts: string[] = [];
  for (const [at, { age }] of describe.entries()) {
    const text = row[values.length + at];
    if (text === null || text === undefined || text === value) continue;
    if (age === undefined) parts.push(text);
    else {
      const seconds = (now - epochMs(text)) / 1000;
      if (!Number.isNaN(seconds)) parts.push(`${age} ${humanSeconds(seconds)} ago`);
    }
  }
  return parts.join(", ");
}
