import type { DatabaseSync } from "node:sqlite";
import { Statements } from "../store/statements.ts";
import { type AuditEntry, placeAt } from "./audit-entry.ts";

/** An entry as a segment stores it: caller and route by their numbers in the dictionaries. */
export interface SegmentRow {
  readonly seq: number;
  readonly path: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly route: number;
  readonly caller: number;
}

/** Condition on the entries of a segment, by its index of words or by reading the entries. */
export type SegmentFilter =
  | { readonly kind: "all" }
  | { readonly kind: "none" }
  | { readonly kind: "index"; readonly match: string }
  | { readonly kind: "scan"; readonly sql: string; readonly values: readonly (string | number)[] };

/** Places from `from` to `before`, exclusive. */
export interface Places {
  readonly from: number;
  readonly before: number;
}

/**
 * Part of the audit log: a table of entries and an index of every three characters of their texts. The oldest segments are
 * dropped whole: removing single rows from the index takes half a millisecond each.
 */
export class AuditSegment {
  readonly number: number;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  #places: Places;
  #count: number;

  /** Opens or creates a segment. */
  constructor(database: DatabaseSync, number: number) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.number = number;
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${this.#entries} (seq INTEGER PRIMARY KEY, path TEXT NOT NULL, status INTEGER NOT NULL,
         duration_ms INTEGER NOT NULL, route INTEGER NOT NULL, caller INTEGER NOT NULL) STRICT;
       CREATE VIRTUAL TABLE IF NOT EXISTS ${this.#words} USING fts5(text, marks, content='', columnsize=0, tokenize='trigram')`,
    );
    const sql = `SELECT count(*) AS count, min(seq) AS first, max(seq) AS last FROM ${this.#entries}`;
    const { count, first, last } = database.prepare(sql).get() as { count: number; first: number; last: number };
    this.#count = count;
    this.#places = count === 0 ? { from: Number.POSITIVE_INFINITY, before: 0 } : { from: first, before: last + 1 };
  }

  /** Number of entries. */
  get count(): number {
    return this.#count;
  }

  /** Places of the first entry and after the last one. */
  get places(): Places {
    return this.#places;
  }

  get #entries(): string {
    return `entries_${this.number}`;
  }

  get #words(): string {
    return `words_${this.number}`;
  }

  /** Appends an entry at the first free place of its time. */
  add(entry: AuditEntry, route: number, caller: number): void {
    const { durationMs, path, receivedAt, status } = entry;
    const insert = this.#statements.get(
      `INSERT OR IGNORE INTO ${this.#entries} (seq, path, status, duration_ms, route, caller) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    // More entries than a millisecond has places for go on into the next.
    for (let seq = placeAt(receivedAt); ; seq += 1) {
      if (insert.run(seq, path, status, durationMs, route, caller).changes === 0) continue;
      this.#statements
        .get(`INSERT INTO ${this.#words} (rowid, text, marks) VALUES (?, ?, ?)`)
        .run(seq, `${path} ${status}`, `${markOf("r", route)}${markOf("c", caller)}`);
      this.#count += 1;
      const { from, before } = this.#places;
      this.#places = { from: Math.min(from, seq), before: Math.max(before, seq + 1) };
      return;
    }
  }

  /** The newest entries of some places. */
  newest({ from, before }: Places, filter: SegmentFilter, limit: number): SegmentRow[] {
    const range = "seq >= ? AND seq < ?";
    switch (filter.kind) {
      case "none":
        return [];
      case "all":
        return this.#rows(`${range} ORDER BY seq DESC LIMIT ?`, [from, before, limit]);
      case "scan":
        return this.#rows(`${range} AND ${filter.sql} ORDER BY seq DESC LIMIT ?`, [
          from,
          before,
          ...filter.values,
          limit,
        ]);
      case "index": {
        const found = `SELECT rowid FROM ${this.#words} WHERE ${this.#words} MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`;
        return this.#rows(`seq IN (${found}) ORDER BY seq DESC`, [filter.match, from, before, limit]);
      }
    }
  }

  /** Removes the segment from the database. */
  drop(): void {
    this.#statements.clear();
    this.#database.exec(`DROP TABLE ${this.#words}; DROP TABLE ${this.#entries}`);
  }

  #rows(where: string, values: readonly (string | number)[]): SegmentRow[] {
    return this.#statements
      .get(`SELECT * FROM ${this.#entries} WHERE ${where}`)
      .all(...values) as unknown as SegmentRow[];
  }
}

/** Text that the index has for a route or a caller, such as `|c12|`: no part of it is that of another. */
export function markOf(kind: "r" | "c", number: number): string {
  return `|${kind}${number}|`;
}
