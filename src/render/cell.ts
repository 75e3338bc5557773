import { epochMs } from "../core/timestamp.ts";
import { type Column, type ColumnForm, valueAt } from "./columns.ts";
import { humanBytes, humanMs, humanSeconds } from "./sentence.ts";

/** A value as one cell for a person: forms such as ages and sizes, lists joined, an empty cell for a missing value. */
export function humanCell(item: unknown, path: string, form: ColumnForm | undefined, now: number): string {
  const value = valueAt(item, path);
  if (value === undefined || value === null) return "";
  switch (form) {
    case "age": {
      const time = epochMs(String(value));
      return Number.isNaN(time) ? plainCell(value) : `${humanSeconds((now - time) / 1000)} ago`;
    }
    case "until": {
      const seconds = (epochMs(String(value)) - now) / 1000;
      if (Number.isNaN(seconds)) return plainCell(value);
      return seconds < 0 ? `${humanSeconds(-seconds)} ago` : `in ${humanSeconds(seconds)}`;
    }
    case "duration-seconds":
      return typeof value === "number" ? humanSeconds(value) : plainCell(value);
    case "duration-ms":
      return typeof value === "number" ? humanMs(value) : plainCell(value);
    case "bytes":
      return typeof value === "number" ? humanBytes(value) : plainCell(value);
    case "size": {
      const { width, height } = value as { width?: unknown; height?: unknown };
      return width === undefined || height === undefined ? plainCell(value) : `${width}x${height}`;
    }
    case "names":
      return names(value).join(", ");
    case "labels":
      return Array.isArray(value) ? value.map(labelText).join("; ") : plainCell(value);
    default:
      return plainCell(value);
  }
}

/** A column's value as one cell for a program: exact times and numbers. */
export function programCell(item: unknown, column: Column): string {
  if (column.as === "names") return names(valueAt(item, column.path)).join(",");
  return column.as === "size" ? humanCell(item, column.path, column.as, 0) : plainCell(valueAt(item, column.path));
}

/** The names of the items of a list. */
function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => plainCell((item as { name?: unknown } | null)?.name ?? item)) : [];
}

/** Label and id of an item; the item itself where it has none. */
function labelText(item: unknown): string {
  const { id, label } = (item ?? {}) as { id?: unknown; label?: unknown };
  if (typeof id !== "string") return plainCell(item);
  return typeof label === "string" && label !== "" && label !== id ? `${label} (${id})` : id;
}

/** A value as one cell for a program: scalars as they are, maps as `k=v`, anything deeper as JSON. */
export function plainCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  const flat = Array.isArray(value) ? value : Object.values(value);
  if (flat.some((item) => typeof item === "object" && item !== null)) return JSON.stringify(value);
  return Array.isArray(value)
    ? value.join(",")
    : Object.entries(value)
        .map(([key, item]) => `${key}=${item}`)
        .join(",");
}
