import type { DatabaseSync } from "node:sqlite";
import type { ColumnFacts, SqlValue } from "./column.ts";
import { encode } from "./column.ts";
import { FOLDING, searchText } from "./folded.ts";
import type { Sealer } from "./seal.ts";
import type { AnyTable } from "./table.ts";

/** Column with the texts that a search covers. */
export const SEARCH = "search";
const SEARCH_TEXT = "browserctl_search_text";

/**
 * Adds the declared tables, columns (nullable or with an initial value) and indexes that the database lacks; drops
 * indexes `<table>_by_*` that are not declared. Any other change needs a new format of the database.
 */
export function reconcile(database: DatabaseSync, tables: readonly AnyTable[], sealer: Sealer): void {
  for (const table of tables) {
    const known = columnsOf(database, table);
    const columns = columnDefinitions(table, sealer);
    if (known.size === 0) {
      database.exec(`CREATE TABLE ${table.name} (${[...columns.values()].join(", ")}) STRICT`);
    } else {
      for (const [name, definition] of columns) {
        if (!known.has(name)) database.exec(`ALTER TABLE ${table.name} ADD COLUMN ${definition}`);
      }
    }
    fillSearch(database, table);
    reconcileIndexes(database, table);
  }
}

function columnsOf(database: DatabaseSync, { name }: AnyTable): Set<string> {
  const rows = database.prepare(`PRAGMA table_xinfo(${name})`).all() as { name: string }[];
  return new Set(rows.map((row) => row.name));
}

function columnDefinitions(table: AnyTable, sealer: Sealer): Map<string, string> {
  const definitions = new Map<string, string>();
  for (const [key, { sql, facts }] of table.columns) {
    const initial = facts.initial === undefined ? undefined : encode(facts, undefined, placeOf(table, key, sealer));
    definitions.set(sql, key === "id" ? `${sql} TEXT PRIMARY KEY` : definition(table, sql, facts, initial));
  }
  if (table.searches) definitions.set(SEARCH, `${SEARCH} TEXT NOT NULL DEFAULT ''`);
  return definitions;
}

function definition(table: AnyTable, sql: string, facts: ColumnFacts, initial: SqlValue | undefined): string {
  const { codec, nullable, references, path } = facts;
  if (path) {
    const [column, ...keys] = path;
    return `${sql} ${codec.type} GENERATED ALWAYS AS (json_extract(${table.sql(column)}, ${quoted(jsonPath(keys))})) VIRTUAL`;
  }
  return [
    `${sql} ${codec.type}`,
    ...(nullable ? [] : ["NOT NULL"]),
    ...(initial === undefined ? [] : [`DEFAULT ${typeof initial === "number" ? initial : quoted(String(initial))}`]),
    ...(references ? [`REFERENCES ${references} (id)`] : []),
  ].join(" ");
}

function jsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `.${JSON.stringify(key)}`).join("")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function placeOf(table: AnyTable, column: string, sealer: Sealer) {
  return { table: table.name, column, id: "", sealer };
}

/** Computes the search texts again when their columns, or the way to compute them, have changed. */
function fillSearch(database: DatabaseSync, table: AnyTable): void {
  if (!table.searches) return;
  const columns = (table.options.search as readonly string[]).map((key) => table.sql(key)).join(", ");
  const made = `${FOLDING}: ${columns}`;
  const key = `search of ${table.name}`;
  const known = database.prepare("SELECT value FROM meta WHERE key = ?").get(key) as { value: string } | undefined;
  if (known?.value === made) return;
  database.function(SEARCH_TEXT, { deterministic: true, varargs: true }, (...texts) => searchText(texts));
  database.exec(`UPDATE ${table.name} SET ${SEARCH} = ${SEARCH_TEXT}(${columns})`);
  database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(key, made);
}

function reconcileIndexes(database: DatabaseSync, table: AnyTable): void {
  const declared = indexesOf(table);
  const sql = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL";
  const known = database.prepare(sql).all(table.name) as { name: string; sql: string }[];
  for (const { name, sql } of known) {
    if (declared.get(name) === sql) declared.delete(name);
    else if (name.startsWith(`${table.name}_by_`)) database.exec(`DROP INDEX ${name}`);
  }
  for (const create of declared.values()) database.exec(create);
}

/** Index that only a search reads. */
export function searchIndex(table: AnyTable): string {
  return indexName(table, columnNames(table, searched(table)));
}

function searched(table: AnyTable): string[] {
  return [...scopeOf(table), "createdAt", SEARCH, ...Object.keys(table.searchIds)];
}

function scopeOf(table: AnyTable): string[] {
  return table.options.scope === "project" ? ["projectId"] : [];
}

function columnNames(table: AnyTable, keys: readonly string[]): string[] {
  return keys.map((key) => (key === SEARCH ? SEARCH : table.sql(key)));
}

function indexName(table: AnyTable, columns: readonly string[]): string {
  return `${table.name}_by_${columns.join("_")}`;
}

function indexesOf(table: AnyTable): Map<string, string> {
  const { unique = [], uniqueUntil = [], filters = [], orders = [], indexes = [], deletedAt } = table.options;
  const scoped = scopeOf(table);
  const made = new Map<string, string>();
  const add = (parts: readonly string[], { kind = "INDEX", where = "" } = {}): void => {
    const columns = columnNames(table, parts);
    const name = indexName(table, columns);
    made.set(name, `CREATE ${kind} ${name} ON ${table.name} (${columns.join(", ")})${where}`);
  };
  add([...scoped, "createdAt"]);
  if (table.searches) add(searched(table));
  for (const filter of new Set([...filters, ...(deletedAt ? [deletedAt] : [])])) add([...scoped, filter, "createdAt"]);
  for (const order of orders) add([...scoped, order]);
  for (const columns of indexes) add(columns);
  for (const [key, { facts }] of table.columns) if (facts.references && key !== "projectId") add([key]);
  const where = deletedAt ? ` WHERE ${table.sql(deletedAt)} IS NULL` : "";
  for (const columns of unique) add([...scoped, ...columns], { kind: "UNIQUE INDEX", where });
  for (const { columns, until } of uniqueUntil) {
    add([...scoped, ...columns], { kind: "UNIQUE INDEX", where: ` WHERE ${table.sql(until)} IS NULL` });
  }
  for (const [key, { facts }] of table.columns) {
    if (facts.hidden && !facts.path) add([key], { kind: "UNIQUE INDEX" });
  }
  return made;
}
