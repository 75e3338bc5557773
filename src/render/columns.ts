/** Forms of a value in a table for people. */
export type ColumnForm =
  | "text"
  | "age"
  /** Time in the future. */
  | "until"
  | "duration-seconds"
  | "duration-ms"
  | "bytes"
  | "pairs"
  | "size"
  | "names"
  /** List of items with a label and an id. */
  | "labels"
  /** Sentences, wrapped at words where the terminal has no room for a table. */
  | "prose"
  | "state";

export interface Column {
  /** Dotted path of the value in the item. */
  path: string;
  /** Heading; the path by default. */
  title?: string;
  as?: ColumnForm;
  /** In a narrow terminal, other columns are cut and left out first; for ids. */
  whole?: true;
  /** In a narrow terminal other columns are left out first; it may be cut. */
  keep?: true;
  /** Text for people in place of a missing value: `no limit`. */
  none?: string;
  /** The only value that the API has: tables and records for people leave it out. */
  usual?: string;
}

/** Forms whose short cells make no sense when they are cut. */
const short: readonly ColumnForm[] = ["age", "until", "duration-seconds", "duration-ms", "bytes", "size"];

/** Forms by the name of an API field. */
const formsOfNames: readonly (readonly [name: RegExp, form: ColumnForm])[] = [
  [/_at$/, "until"],
  [/_ms$/, "duration-ms"],
  [/_seconds$/, "duration-seconds"],
  [/(^|_|\.)bytes$/, "bytes"],
];

/** Form of a record's field for people: the declared one, otherwise by its name. */
export function formOf(path: string, column: Column | undefined): ColumnForm | undefined {
  return column?.as ?? formsOfNames.find(([name]) => name.test(path))?.[1];
}

/** How a column gives way in a narrow terminal. */
export function fitOf({ path, as, whole, keep }: Column): ColumnFit {
  if (whole === true || /(^|_)id$/.test(path)) return "whole";
  if (keep === true) return "kept";
  if (as === "state") return "late";
  return as !== undefined && short.includes(as) ? "uncut" : "any";
}

/**
 * How a column gives way: `any` is cut, then left out; `uncut` is only left out, `late` after those; `kept` is only cut; `whole`
 * is cut last and never left out.
 */
export type ColumnFit = "any" | "uncut" | "late" | "kept" | "whole";

/** The value at a dotted path; undefined where a part is missing. */
export function valueAt(item: unknown, path: string): unknown {
  let at = item;
  for (const key of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
