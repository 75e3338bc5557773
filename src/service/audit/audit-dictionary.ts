import type { DatabaseSync } from "node:sqlite";

/**
 * Values that many entries share, each stored once under a number: callers or routes.
 */
export class AuditDictionary<Value extends object> {
  readonly #database: DatabaseSync;
  readonly #table: string;
  readonly #numbers = new Map<string, number>();
  readonly #values = new Map<number, Value>();

  /** Opens or creates the dictionary, and reads it whole: it has as many values as there are kinds of callers or routes. */
  constructor(database: DatabaseSync, table: string) {
    this.#database = database;
    this.#table = table;
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY, value TEXT NOT NULL UNIQUE) STRICT`);
    const rows = database.prepare(`SELECT id, value FROM ${table}`).all() as { id: number; value: string }[];
    for (const { id, value } of rows) this.#keep(id, value);
  }

  get size(): number {
    return this.#values.size;
  }

  has(value: Value): boolean {
    return this.#numbers.has(JSON.stringify(value));
  }

  /** Number of a value, which is stored if it is new. */
  numberOf(value: Value): number {
    const text = JSON.stringify(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const insert = this.#database.prepare(`INSERT INTO ${this.#table} (value) VALUES (?)`);
    const number = Number(insert.run(text).lastInsertRowid);
    this.#keep(number, text);
    return number;
  }

  valueOf(number: number): Value | undefined {
    return this.#values.get(number);
  }

  /** Numbers of the values that a condition is true for. */
  numbersWhere(condition: (value: Value) => boolean): number[] {
    return [...this.#values].flatMap(([number, value]) => (condition(value) ? [number] : []));
  }

  /** Forgets every value. */
  clear(): void {
    this.#database.exec(`DELETE FROM ${this.#table}`);
    this.#numbers.clear();
    this.#values.clear();
  }

  #keep(number: number, text: string): void {
    this.#numbers.set(text, number);
    this.#values.set(number, JSON.parse(text) as Value);
  }
}
