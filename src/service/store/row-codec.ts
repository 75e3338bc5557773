import { type ColumnFacts, decode, encode, type SqlValue } from "./column.ts";
import { searchText } from "./folded.ts";
import { SEARCH } from "./schema.ts";
import type { Sealer } from "./seal.ts";
import type { AnyTable } from "./table.ts";

export type StoredRow = Record<string, SqlValue>;
type CodeRow = Readonly<Record<string, unknown>>;

/** Converts rows of a table to their stored form, and back. */
export class RowCodec {
  readonly #table: AnyTable;
  readonly #sealer: Sealer;
  /** Columns of whole rows and of listed ones, for a SELECT. */
  readonly whole: string;
  readonly listed: string;

  constructor(table: AnyTable, sealer: Sealer) {
    this.#table = table;
    this.#sealer = sealer;
    const names = (wanted: (facts: ColumnFacts) => boolean): string =>
      [...table.columns.values()]
        .filter(({ facts }) => !facts.hidden && wanted(facts))
        .map(({ sql }) => sql)
        .join(", ");
    this.whole = names(() => true);
    this.listed = names(({ large }) => !large);
  }

  /** Complete row for a new one. */
  encodeNew(row: CodeRow & { readonly id: string }): StoredRow {
    const stored: StoredRow = {};
    for (const [key, { sql, facts }] of this.#table.columns) {
      if (!facts.path) stored[sql] = encode(facts, row[key], this.#place(key, row.id));
    }
    return { ...stored, ...this.#search(row) };
  }

  /** Columns that a change affects. Throws a TypeError for a fixed or unknown column. */
  encodeChange(row: CodeRow & { readonly id: string }, change: CodeRow): StoredRow {
    const stored: StoredRow = {};
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) continue;
      const sql = this.#table.sql(key);
      const facts = this.#table.columns.get(key)?.facts;
      if (!facts || facts.fixed || facts.path) throw new TypeError(`${this.#table.name}.${key} does not change`);
      stored[sql] = encode(facts, value, this.#place(key, row.id));
    }
    const searched = this.#searchSources().some((key) => change[key] !== undefined);
    return { ...stored, ...(searched && this.#search({ ...row, ...change })) };
  }

  /** The values of a row that can change. */
  mutable(row: CodeRow): CodeRow {
    const keys = [...this.#table.columns].filter(([, { facts }]) => !facts.fixed && !facts.hidden);
    return Object.fromEntries(keys.map(([key]) => [key, row[key]]));
  }

  decode(stored: StoredRow): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    const id = String(stored["id"]);
    for (const [key, { sql, facts }] of this.#table.columns) {
      const value = stored[sql];
      if (value !== undefined) row[key] = decode(facts, value, this.#place(key, id));
    }
    return row;
  }

  #place(column: string, id: string) {
    return { table: this.#table.name, column, id, sealer: this.#sealer };
  }

  #search(row: CodeRow): StoredRow {
    if (!this.#table.searches) return {};
    return { [SEARCH]: searchText(this.#searched.map((key) => this.#text(row, key))) };
  }

  /** Text of a column, even if SQLite computes it. */
  #text(row: CodeRow, key: string): unknown {
    const path = this.#table.columns.get(key)?.facts.path;
    if (!path) return row[key];
    const [column, ...keys] = path;
    return keys.reduce<unknown>((value, each) => (value as CodeRow | null | undefined)?.[each], row[column]);
  }

  get #searched(): readonly string[] {
    return (this.#table.options.search ?? []) as readonly string[];
  }

  #searchSources(): string[] {
    return this.#searched.map((key) => this.#table.columns.get(key)?.facts.path?.[0] ?? key);
  }
}
