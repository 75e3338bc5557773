import { type Answer, AnsweredError } from "../driver-error.ts";
import { newId } from "../ids.ts";
import { encode, type SqlValue } from "./column.ts";
import { allOf, type Sql, whereSql } from "./conditions.ts";
import type { ProjectId } from "./project-id.ts";
import { ResourceError } from "./resource-error.ts";
import { RowCodec, type StoredRow } from "./row-codec.ts";
import { ScopedRows } from "./scoped-rows.ts";
import type { Sealer } from "./seal.ts";
import type { AnyTable, ChangeOf, ColumnsOf, ListedOf, NewRowOf, RowOf, ScopeOf, WhereOf } from "./table.ts";
import { takenColumns, UniqueError } from "./unique-error.ts";

/** The database as rows use it. */
export interface Database {
  readonly sealer: Sealer;
  now(): number;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  run(sql: string, ...values: SqlValue[]): number;
}

const IN_ACTIVE_PROJECT =
  " WHERE EXISTS (SELECT 1 FROM projects WHERE id = ? AND status = 'active' AND deleted_at IS NULL)";

/**
 * Rows of one table. Writes name the row that they change, so that no write reaches a row of another project. A change
 * is `disk_full` on a full disk, and a {@link UniqueError} for a value that is taken.
 */
export class Rows<T extends AnyTable> {
  readonly #database: Database;
  readonly #table: T;
  readonly #codec: RowCodec;

  constructor(database: Database, table: T) {
    this.#database = database;
    this.#table = table;
    this.#codec = new RowCodec(table, database.sealer);
  }

  /** The rows of one project. */
  in(projectId: ScopeOf<T> extends "project" ? ProjectId : never): ScopedRows<T> {
    return this.#scoped({ projectId });
  }

  /** The rows of the organization. */
  ofOrganization(): ScopeOf<T> extends "organization" ? ScopedRows<T> : never {
    return this.#scoped({}) as never;
  }

  /**
   * Inserts a row and returns it, complete. Throws an {@link InactiveProjectError} for a row of a project that is not
   * active: nothing is created in a project that was archived or deleted after an earlier check.
   */
  insert(row: NewRowOf<T>): RowOf<T> {
    const whole = { id: newId(), createdAt: this.#database.now(), ...(row as object) };
    const stored = this.#codec.encodeNew(whole);
    const names = Object.keys(stored);
    const sql = `INSERT INTO ${this.#table.name} (${names.join(", ")}) SELECT ${names.map(() => "?").join(", ")}`;
    const values = Object.values(stored);
    if (this.#table.options.scope === "project") {
      if (this.#write(stored, sql + IN_ACTIVE_PROJECT, [...values, stored["project_id"] ?? null]) === 0)
        throw new InactiveProjectError();
    } else this.#write(stored, sql, values);
    return this.#decode(this.#withoutHidden(stored));
  }

  /**
   * Changes a row if it still exists and `guard` holds for it. Returns the changed row; undefined when there is no such
   * row.
   */
  update<Row extends ListedOf<T>>(row: Row, change: ChangeOf<T>, guard: WhereOf<T> = {}): Row | undefined {
    const stored = this.#codec.encodeChange(row as never, change);
    const names = Object.keys(stored);
    if (names.length === 0) return row;
    const where = allOf([this.#only(row), ...whereSql(this.#table, guard, this.#database.sealer)]);
    const sql = `UPDATE ${this.#table.name} SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE ${where.sql}`;
    const values = [...Object.values(stored), ...where.values];
    const changes = this.#write({ ...this.#scopeOf(row), ...stored }, sql, values);
    return changes > 0 ? { ...row, ...change } : undefined;
  }

  /** Changes a row. Throws a {@link ResourceError} `not-found` when it is gone. */
  change<Row extends ListedOf<T>>(row: Row, change: ChangeOf<T>): Row {
    const changed = this.update(row, change);
    const { id } = row as unknown as { id: string };
    if (!changed) throw ResourceError.notFound(this.#table.options.noun, id);
    return changed;
  }

  /** Writes all changeable values of a row. False when the row is gone. */
  save(row: RowOf<T>): boolean {
    return this.update(row as never, this.#codec.mutable(row as never) as never) !== undefined;
  }

  /** Removes a row. False when the row is already gone. */
  delete(row: ListedOf<T>): boolean {
    const only = this.#only(row);
    return this.#database.run(`DELETE FROM ${this.#table.name} WHERE ${only.sql}`, ...only.values) > 0;
  }

  /** The row that a hashed text belongs to. */
  findBy(column: keyof ColumnsOf<T> & string, value: string): RowOf<T> | undefined {
    const facts = this.#table.columns.get(column)?.facts;
    if (!facts) throw new TypeError(`the table ${this.#table.name} has no column ${column}`);
    const place = { table: this.#table.name, column, id: "", sealer: this.#database.sealer };
    const sql = `SELECT ${this.#codec.whole} FROM ${this.#table.name} WHERE ${this.#table.sql(column)} = ?`;
    const stored = this.#database.get<StoredRow>(sql, encode(facts, value, place));
    return stored && this.#decode(stored);
  }

  /** Rows of all projects: only for the start of the service and for retention. */
  everywhere(where: WhereOf<T> = {}): RowOf<T>[] {
    const { sql, values } = this.#where(where);
    return this.#database
      .all<StoredRow>(`SELECT ${this.#codec.whole} FROM ${this.#table.name} WHERE ${sql} ORDER BY rowid`, ...values)
      .map((stored) => this.#decode(stored));
  }

  /** Number of rows of all projects: only for limits of the organization. */
  count(where: WhereOf<T> = {}): number {
    const { sql, values } = this.#where(where);
    const counted = `SELECT count(*) AS count FROM ${this.#table.name} WHERE ${sql}`;
    return this.#database.get<{ count: number }>(counted, ...values)?.count ?? 0;
  }

  /** Ids of rows of all projects: only for the start of the service. */
  ids(where: WhereOf<T> = {}): string[] {
    const { sql, values } = this.#where(where);
    const ids = this.#database.all<{ id: string }>(`SELECT id FROM ${this.#table.name} WHERE ${sql}`, ...values);
    return ids.map(({ id }) => id);
  }

  /** Changes rows of all projects and returns their number: only for the start of the service. */
  updateEverywhere(where: WhereOf<T>, change: ChangeOf<T>): number {
    const { sql, values } = this.#where(where);
    const stored = this.#codec.encodeChange({ id: "" }, change);
    const set = Object.keys(stored).map((name) => `${name} = ?`);
    const update = `UPDATE ${this.#table.name} SET ${set.join(", ")} WHERE ${sql}`;
    return this.#database.run(update, ...Object.values(stored), ...values);
  }

  /** Removes rows of all projects and returns their number: only for the start of the service. */
  deleteEverywhere(where: WhereOf<T>): number {
    const { sql, values } = this.#where(where);
    return this.#database.run(`DELETE FROM ${this.#table.name} WHERE ${sql}`, ...values);
  }

  #scoped(scope: { readonly projectId?: ProjectId }): ScopedRows<T> {
    return new ScopedRows({ database: this.#database, table: this.#table, codec: this.#codec, scope });
  }

  #where(where: object): Sql {
    return allOf(whereSql(this.#table, where, this.#database.sealer));
  }

  /** Condition for exactly one row. */
  #only(row: ListedOf<T>): Sql {
    const { id } = row as unknown as { id: string };
    return allOf(
      Object.entries({ id, ...this.#scopeOf(row) }).map(([name, value]) => ({ sql: `${name} = ?`, values: [value] })),
    );
  }

  #scopeOf(row: ListedOf<T>): StoredRow {
    const { projectId } = row as unknown as { projectId?: string };
    return this.#table.options.scope === "project" ? { project_id: projectId ?? "" } : {};
  }

  #withoutHidden(stored: StoredRow): StoredRow {
    const shown = [...this.#table.columns.values()].filter(({ facts }) => !facts.hidden);
    return Object.fromEntries(shown.map(({ sql }) => [sql, stored[sql] ?? null]));
  }

  #write(stored: StoredRow, sql: string, values: readonly SqlValue[]): number {
    try {
      return this.#database.run(sql, ...values);
    } catch (error) {
      const taken = takenColumns(error);
      if (!taken) throw error;
      const { noun, scope } = this.#table.options;
      const columns = [...this.#table.columns].filter(
        ([key, { sql }]) => taken.includes(sql) && (key !== "projectId" || scope !== "project"),
      );
      const values = columns.map(([, { sql, facts }]) => (facts.hidden ? "[hidden]" : stored[sql]));
      const holder = this.#holder(stored, taken);
      throw new UniqueError({ noun, columns: columns.map(([key]) => key), values, holder }, error);
    }
  }

  #holder(stored: StoredRow, taken: readonly string[]): string | undefined {
    if (taken.some((name) => stored[name] === undefined)) return undefined;
    const { deletedAt } = this.#table.options;
    const alive = deletedAt === undefined ? "" : ` AND ${this.#table.sql(deletedAt)} IS NULL`;
    const where = taken.map((name) => `${name} = ?`).join(" AND ");
    const sql = `SELECT id FROM ${this.#table.name} WHERE ${where}${alive} ORDER BY created_at DESC, rowid DESC`;
    return this.#database.get<{ id: string }>(sql, ...taken.map((name) => stored[name] ?? null))?.id;
  }

  #decode(stored: StoredRow): RowOf<T> {
    return this.#codec.decode(stored) as RowOf<T>;
  }
}

/** Error for a new row of a project that is archived or deleted, perhaps while the row was prepared. */
export class InactiveProjectError extends AnsweredError<"inactive-project"> {
  override readonly name = "InactiveProjectError";

  constructor() {
    super("inactive-project", "the project of the request was not found or is not active");
  }

  override get answer(): Answer {
    return { code: "project_not_found" };
  }
}
