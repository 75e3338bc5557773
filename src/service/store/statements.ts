import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepared statements of a database, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }

  /** Forgets all statements, such as those of a table that is dropped. */
  clear(): void {
    this.#prepared.clear();
  }
}
