/** Forms of a value in a table for people. */
export type ColumnForm =
  | "text"
  | "age"
  /** Time in the future. */
  | "until"
  | "duration-seconds"
  | "bytes"
  | "pairs"
  | "size"
  | "names"
  /** List of items with a label and an id. */
  | "labels"
  | "state";

export interface Column {
  /** Dotted path of the value in the item. */
  path: string;
  /** Heading; the path by default. */
  title?: string;
  as?: ColumnForm;
  /** In a narrow terminal other columns are cut and left out first, as for an id. */
  whole?: true;
}

/** The value at a dotted path; undefined where a part is missing. */
export function valueAt(item: unknown, path: string): unknown {
  let at = item;
  for (const key of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
