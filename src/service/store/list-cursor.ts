import type { Sql } from "./conditions.ts";

/** Error for a cursor that no list has returned. */
export class CursorError extends Error {
  override readonly name = "CursorError";
  constructor(cursor: string) {
    super(`not a cursor of a list: ${JSON.stringify(cursor.slice(0, 100))}`);
  }
}

/** Cursor after a row: its creation time and, among rows of the same millisecond, its position. */
export function cursorOf(createdAt: number, row: number): string {
  return Buffer.from(JSON.stringify([createdAt, row])).toString("base64url");
}

/** Rows after a cursor. Throws {@link CursorError}. */
export function pageAfter(cursor: string, direction: "asc" | "desc"): Sql {
  const [createdAt, row] = parsed(cursor);
  return { sql: `(created_at, rowid) ${direction === "desc" ? "<" : ">"} (?, ?)`, values: [createdAt, row] };
}

function parsed(cursor: string): [number, number] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger)) {
      return value as [number, number];
    }
  } catch {
    // Not JSON: reported as an invalid cursor.
  }
  throw new CursorError(cursor);
}
