import { PAGE_ITEMS } from "../../contract/limits.ts";
import { allOf, anyOf, type Sql, whereSql } from "./conditions.ts";
import { folded } from "./folded.ts";
import { cursorOf, pageAfter } from "./list-cursor.ts";
import type { IdOf, ProjectId } from "./project-id.ts";
import { ResourceError } from "./resource-error.ts";
import type { RowCodec, StoredRow } from "./row-codec.ts";
import type { Database } from "./rows.ts";
import { SEARCH, searchIndex } from "./schema.ts";
import type { AnyTable, IdMatch, ListedOf, NameOf, OrderOf, RowOf, WhereOf } from "./table.ts";

/** Rows of a table with a column for deletions. */
export type DeletionStatus = "active" | "deleted" | "all";

export interface ListOptions<T> {
  readonly where?: WhereOf<T>;
  /** Part of a searched text, or an id as the table compares it. */
  readonly query?: string | undefined;
  /** Further rows that the query finds, such as those of a project with that name. */
  readonly orWhere?: WhereOf<T>;
  /** Whole name, without case and accents. */
  readonly named?: string | undefined;
  /** `active` when omitted. */
  readonly status?: DeletionStatus;
  /** The newest first when omitted; rows without a value come last. */
  readonly sortBy?: "createdAt" | OrderOf<T>;
  readonly direction?: "asc" | "desc";
  /** 20 when omitted. */
  readonly limit?: number | undefined;
  /** Rows to skip. */
  readonly offset?: number | undefined;
  /**
   * Cursor of an earlier page: continues after it, even if rows were added or removed in the meantime. Only without
   * `sortBy`.
   */
  readonly after?: string | undefined;
}

/** One page of a list. */
export interface ListPage<T> {
  items: ListedOf<T>[];
  hasMore: boolean;
  /** The offset of the next page; 0 when there is none. */
  nextOffset: number;
  /** Cursor after this page; undefined for an empty or sorted page. */
  cursor: string | undefined;
}

/** Rows to prune. */
export interface Prune<T> {
  /** Column whose newest values stay; rows without a value also stay. */
  readonly by: keyof RowOf<T> & string;
  readonly keep: number;
  readonly where?: WhereOf<T>;
  /** Ids that stay in any case. */
  readonly except?: Iterable<string>;
}

interface ScopedRowsOptions<T> {
  readonly database: Database;
  readonly table: T;
  readonly codec: RowCodec;
  readonly scope: { readonly projectId?: ProjectId };
}

/** Rows of one project, or of the organization: no query reaches other rows. */
export class ScopedRows<T extends AnyTable> {
  readonly #options: ScopedRowsOptions<T>;

  constructor(options: ScopedRowsOptions<T>) {
    this.#options = options;
  }

  /** Row with an id, otherwise the newest with exactly this name. */
  find(idOrName: string, status: DeletionStatus = "active"): RowOf<T> | undefined {
    const { name } = this.#options.table.options;
    const byId = this.byId(idOrName, status);
    return byId ?? (name === undefined ? undefined : this.first({ [name]: idOrName } as WhereOf<T>, status));
  }

  /** Row with an id, otherwise with exactly this name. Throws a {@link ResourceError} `not-found`. */
  require(idOrName: string): RowOf<T> {
    const row = this.find(idOrName);
    if (!row) throw ResourceError.notFound(this.#options.table.options.noun, idOrName);
    return row;
  }

  byId(id: string, status: DeletionStatus = "active"): RowOf<T> | undefined {
    return this.first({ id } as WhereOf<T>, status);
  }

  /** Newest row that matches a condition. */
  first(where: WhereOf<T>, status: DeletionStatus = "active"): RowOf<T> | undefined {
    const { database, table, codec } = this.#options;
    const { sql, values } = allOf(this.#conditions({ where, status }));
    const statement = `SELECT ${codec.whole} FROM ${table.name} WHERE ${sql} ORDER BY created_at DESC, rowid DESC LIMIT 1`;
    const stored = database.get<StoredRow>(statement, ...values);
    return stored && (codec.decode(stored) as RowOf<T>);
  }

  /** Ids of all rows whose searched texts contain a part. */
  idsWith(part: string): IdOf<NameOf<T>>[] {
    const { database, table } = this.#options;
    const searched = { sql: `instr(${SEARCH}, ?) > 0`, values: [folded(part)] };
    const { sql, values } = allOf([...this.#conditions({}), searched]);
    return database
      .all<{ id: IdOf<NameOf<T>> }>(`SELECT id FROM ${table.name} WHERE ${sql}`, ...values)
      .map(({ id }) => id);
  }

  /** Number of rows that match a condition, without deleted ones. */
  count(where: WhereOf<T> = {}): number {
    const { database, table } = this.#options;
    const { sql, values } = allOf(this.#conditions({ where }));
    return (
      database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table.name} WHERE ${sql}`, ...values)?.count ?? 0
    );
  }

  /** Page of the rows, by an index if the table declares one. Throws a CursorError for an invalid cursor. */
  list(options: ListOptions<T> = {}): ListPage<T> {
    const { database, table, codec } = this.#options;
    const { limit = PAGE_ITEMS.default, offset = 0, after, sortBy = "createdAt", direction = "desc" } = options;
    const sorted = sortBy !== "createdAt";
    const conditions = this.#conditions(options);
    if (after !== undefined) {
      if (sorted) throw new TypeError("a sorted list pages by offset");
      conditions.push(pageAfter(after, direction));
    }
    const { sql, values } = allOf(conditions);
    const order = sorted ? sortedBy(table.sql(sortBy), direction) : byCreation(direction);
    // Rows are chosen from an index, and from the index alone if possible; only the rows of the page are read.
    const chosen = `SELECT rowid FROM ${table.name}${this.#searchedBy(options)} WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
    const statement = `SELECT rowid AS list_row, ${codec.listed} FROM ${table.name} WHERE rowid IN (${chosen}) ORDER BY ${order}`;
    const found = database.all<StoredRow>(statement, ...values, limit + 1, offset);
    const hasMore = found.length > limit;
    const page = hasMore ? found.slice(0, limit) : found;
    const last = page.at(-1);
    return {
      items: page.map((stored) => codec.decode(stored) as ListedOf<T>),
      hasMore,
      nextOffset: hasMore ? offset + limit : 0,
      cursor: last && !sorted ? cursorOf(Number(last["created_at"]), Number(last["list_row"])) : undefined,
    };
  }

  /** Removes the oldest rows beyond a number, and returns their ids. */
  prune({ by, keep, where = {}, except = [] }: Prune<T>): string[] {
    const { database, table } = this.#options;
    const column = table.sql(by);
    const { sql, values } = allOf(this.#conditions({ where, status: "all" }));
    const old = `SELECT rowid FROM ${table.name} WHERE ${column} IS NOT NULL AND ${sql} ORDER BY ${column} DESC, rowid DESC LIMIT -1 OFFSET ?`;
    const statement = `DELETE FROM ${table.name} WHERE rowid IN (${old}) AND id NOT IN (SELECT value FROM json_each(?)) RETURNING id`;
    const ids = database.all<{ id: string }>(statement, ...values, keep, JSON.stringify([...except]));
    return ids.map(({ id }) => id);
  }

  #conditions({ where, query, orWhere = {}, named, status = "active" }: ListOptions<T>): Sql[] {
    const { database, table, scope } = this.#options;
    const { deletedAt } = table.options;
    const conditions: Sql[] = [];
    if (scope.projectId !== undefined) conditions.push({ sql: "project_id = ?", values: [scope.projectId] });
    if (deletedAt !== undefined && status !== "all") {
      const not = status === "deleted" ? "NOT " : "";
      conditions.push({ sql: `${table.sql(deletedAt)} IS ${not}NULL`, values: [] });
    }
    if (where) conditions.push(...whereSql(table, where, database.sealer));
    if (query !== undefined) conditions.push(this.#searched(query, orWhere));
    // The name is the first of the searched texts.
    if (named !== undefined) {
      conditions.push({ sql: `instr(${SEARCH} || char(10), ? || char(10)) = 1`, values: [folded(named)] });
    }
    return conditions;
  }

  /**
   * A search without a filter uses its own index explicitly, because the planner takes it for larger than the table's
   * other indexes.
   */
  #searchedBy({ query, where = {} }: ListOptions<T>): string {
    const { table } = this.#options;
    const filtered = Object.values(where).some((condition) => condition !== undefined);
    const alone = query !== undefined && !filtered && table.options.deletedAt === undefined;
    return alone ? ` INDEXED BY ${searchIndex(table)}` : "";
  }

  #searched(query: string, orWhere: WhereOf<T>): Sql {
    const { database, table } = this.#options;
    return anyOf([
      { sql: `instr(${SEARCH}, ?) > 0`, values: [folded(query)] },
      ...Object.entries(table.searchIds).map(([key, match]) => idCondition(table.sql(key), match, query)),
      ...whereSql(table, orWhere, database.sealer),
    ]);
  }
}

function idCondition(column: string, match: IdMatch, query: string): Sql {
  switch (match) {
    case "whole":
      return { sql: `${column} = ?`, values: [query] };
    case "prefix":
      return { sql: `substr(${column}, 1, length(?)) = ?`, values: [query, query] };
    case "part":
      return { sql: `instr(${column}, ?) > 0`, values: [query] };
  }
}

function byCreation(direction: "asc" | "desc"): string {
  return `created_at ${direction}, rowid ${direction}`;
}

function sortedBy(column: string, direction: "asc" | "desc"): string {
  return `${column} IS NULL, ${column} COLLATE NOCASE ${direction}, ${byCreation("desc")}`;
}
