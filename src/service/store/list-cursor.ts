import type { Sql } from "./conditions.ts";

/** A cursor that no list has given. */
export class CursorError extends Error {
  override readonly name = "CursorError";
  constructor(cursor: string) {
    super(`not a cursor of a list: ${JSON.stringify(cursor.slice(0, 100))}`);
  }
}

/** The cursor after a row: its time of creation and, among those of one millisecond, its place. */
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
    // Not JSON: reported as any other cursor that is none.
  }
  throw new CursorError(cursor);
}
