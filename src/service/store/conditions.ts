import { encode, type SqlValue } from "./column.ts";
import type { Sealer } from "./seal.ts";
import type { AnyTable } from "./table.ts";

/** Piece of SQL with its values. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Joins conditions that all must hold. */
export function allOf(conditions: readonly Sql[]): Sql {
  const sql = conditions.map((condition) => condition.sql).join(" AND ");
  return { sql: sql === "" ? "TRUE" : sql, values: conditions.flatMap(({ values }) => values) };
}

/** Joins conditions of which at least one must hold. */
export function anyOf(conditions: readonly Sql[]): Sql {
  const sql = conditions.map((condition) => condition.sql).join(" OR ");
  return { sql: `(${sql})`, values: conditions.flatMap(({ values }) => values) };
}

/** The conditions of a `where` in SQL. */
export function whereSql(table: AnyTable, where: object, sealer: Sealer): Sql[] {
  return Object.entries(where)
    .filter(([, condition]) => condition !== undefined)
    .map(([key, condition]) => new ColumnCondition(table, key, sealer).of(condition));
}

class ColumnCondition {
  readonly #table: AnyTable;
  readonly #key: string;
  readonly #sealer: Sealer;

  constructor(table: AnyTable, key: string, sealer: Sealer) {
    this.#table = table;
    this.#key = key;
    this.#sealer = sealer;
  }

  of(condition: unknown): Sql {
    const column = this.#table.sql(this.#key);
    if (condition === null) return { sql: `${column} IS NULL`, values: [] };
    if (typeof condition !== "object") return { sql: `${column} = ?`, values: [this.#value(condition)] };
    if (Array.isArray(condition)) {
      const values = JSON.stringify(condition.map((each) => this.#value(each)));
      return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [values] };
    }
    const { not, atLeast, below, members } = condition as Record<string, unknown>;
    if (not === null) return { sql: `${column} IS NOT NULL`, values: [] };
    if (not !== undefined) return { sql: `${column} IS NOT ?`, values: [this.#value(not)] };
    if (members !== undefined) return membersOf(column, members as Record<string, string>);
    return allOf([
      ...(atLeast === undefined ? [] : [{ sql: `${column} >= ?`, values: [this.#value(atLeast)] }]),
      ...(below === undefined ? [] : [{ sql: `${column} < ?`, values: [this.#value(below)] }]),
    ]);
  }

  #value(value: unknown): SqlValue {
    const facts = this.#table.columns.get(this.#key)?.facts;
    const place = { table: this.#table.name, column: this.#key, id: "", sealer: this.#sealer };
    if (!facts) throw new TypeError(`the table ${place.table} has no column ${place.column}`);
    return encode(facts, value, place);
  }
}

/** Condition for a JSON object with these texts as members. */
function membersOf(column: string, members: Readonly<Record<string, string>>): Sql {
  const member = `EXISTS (SELECT 1 FROM json_each(${column}) AS member WHERE member.key = ? AND member.value = ?)`;
  return allOf(Object.entries(members).map(([key, value]) => ({ sql: member, values: [key, value] })));
}
