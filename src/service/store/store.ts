import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import type { Faults } from "../faults.ts";
import { newId } from "../ids.ts";
import type { SqlValue } from "./column.ts";
import { type Database, Rows } from "./rows.ts";
import { reconcile } from "./schema.ts";
import { Sealer } from "./seal.ts";
import { Statements } from "./statements.ts";
import { isCorrupt, isLocked, NewerStateError } from "./store-errors.ts";
import type { AnyTable } from "./table.ts";

export interface StoreOptions {
  stateDir: string;
  clock: Clock;
  faults: Faults;
  /** All tables of the database. */
  tables: readonly AnyTable[];
  /** Directories below the state directory whose files the rows name. */
  fileDirectories?: readonly string[];
  /** Receives a line when a damaged database was moved aside. */
  log: (line: string) => void;
}

const FILE = "state.db";
/** Empty file that asks the next start for a check of the database. */
const DAMAGED = "state.damaged";
/** Maximum wait for another process that has the database locked, in milliseconds. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = 10;

/**
 * Stored state of the service: one SQLite database `state.db` in the state directory, written only by this process. A
 * damaged database is kept beside it as `state.corrupt-<UTC time>.db` and replaced by a new one; the whole file is
 * checked only after an unclean end, or after a query found damage. Files that its rows named are kept too, as
 * `profiles.kept-<UTC time>` for example, also where the database is missing or empty. A full disk is a
 * {@link DiskFullError}; the service continues. Throws {@link NewerStateError} for a database of a later version.
 */
export class Store {
  /** Id of the only organization of this service. */
  readonly organizationId: string;
  /** Path of the damaged database that was moved aside when this one was opened. */
  readonly keptAside: string | undefined;
  readonly #options: StoreOptions;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #rows = new Map<AnyTable, unknown>();

  constructor(options: StoreOptions) {
    this.#options = options;
    const sealer = new Sealer(options.stateDir);
    const { database, keptAside } = openOrReplace(options, sealer);
    this.#database = database;
    this.#statements = new Statements(database);
    for (const table of options.tables) this.#rows.set(table, new Rows(this.#access(sealer), table));
    this.keptAside = keptAside;
    const known = this.meta("organization_id");
    this.organizationId = known ?? newId();
    if (known === undefined) this.setMeta("organization_id", this.organizationId);
  }

  /** All tables of the database. */
  get tables(): readonly AnyTable[] {
    return this.#options.tables;
  }

  /** The rows of a table. */
  rows<T extends AnyTable>(table: T): Rows<T> {
    const rows = this.#rows.get(table);
    if (!rows) throw new TypeError(`the table ${table.name} is not among those of the store`);
    return rows as Rows<T>;
  }

  /** Rows of a query. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#noting(() => this.#statements.get(sql).all(...values) as Row[]);
  }

  /** The first row of a query. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#noting(() => this.#statements.get(sql).get(...values) as Row | undefined);
  }

  /** Changes rows and returns their number. Throws a {@link DiskFullError} when the disk is full. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#write(() => Number(this.#statements.get(sql).run(...values).changes));
  }

  /** Makes several changes atomically: all or none of them. */
  transaction<T>(work: () => T): T {
    return this.#write(() => inTransaction(this.#database, work));
  }

  meta(key: string): string | undefined {
    return this.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
  }

  setMeta(key: string, value: string): void {
    this.run(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      key,
      value,
    );
  }

  /** Writes everything to the database file and closes it. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #access(sealer: Sealer): Database {
    return {
      sealer,
      now: () => this.#options.clock.now(),
      all: (sql, ...values) => this.all(sql, ...values),
      get: (sql, ...values) => this.get(sql, ...values),
      run: (sql, ...values) => this.run(sql, ...values),
    };
  }

  #write<T>(work: () => T): T {
    try {
      this.#options.faults.passNow("disk-full");
      return this.#noting(work);
    } catch (error) {
      throw isDiskFull(error) ? new DiskFullError(this.#options.stateDir, error) : error;
    }
  }

  /** Marks a file that proved to be damaged, so that the next start checks it. */
  #noting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isCorrupt(error)) this.#noteDamage(error as Error);
      throw error;
    }
  }

  #noteDamage({ message }: Error): void {
    const { stateDir, log } = this.#options;
    const path = join(stateDir, DAMAGED);
    if (existsSync(path)) return;
    log(`the state database is damaged: ${message}; the next start of the service puts it aside`);
    try {
      closeSync(openSync(path, "a", 0o600));
    } catch (error) {
      log(`cannot note the damage in "${path}": ${(error as Error).message}`);
    }
  }
}

function openOrReplace(options: StoreOptions, sealer: Sealer): { database: DatabaseSync; keptAside?: string } {
  try {
    return { database: open(options, sealer) };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  }
  const keptAside = `state.corrupt-${compactTime(options)}.db`;
  for (const ending of ["", "-wal", "-shm"]) {
    renameIfThere(join(options.stateDir, FILE + ending), join(options.stateDir, keptAside + ending));
  }
  options.log(
    `the state database was damaged; it is kept as "${join(options.stateDir, keptAside)}", and a new one was made: ` +
      "records of earlier sessions are gone",
  );
  return { database: open(options, sealer), keptAside };
}

/** UTC time without characters that file names may not have. */
function compactTime({ clock }: StoreOptions): string {
  return clock.timestamp().replace(/[-:]/g, "").replace(/\.\d+/, "");
}

/** Moves files aside that no row of a new database names: without their rows they would be removed. */
function keepFiles(options: StoreOptions): void {
  const { fileDirectories = [], log, stateDir } = options;
  for (const name of fileDirectories) {
    const path = join(stateDir, name);
    if (!existsSync(path) || readdirSync(path).length === 0) continue;
    const kept = `${path}.kept-${compactTime(options)}`;
    renameSync(path, kept);
    log(`the state database is new and names no files: those of "${path}" are kept in "${kept}"`);
  }
}

function open(options: StoreOptions, sealer: Sealer): DatabaseSync {
  const { stateDir } = options;
  const path = join(stateDir, FILE);
  const damaged = join(stateDir, DAMAGED);
  // SQLite removes its log at a clean end. The check reads the whole file; skipping it after a clean end saves seconds.
  const unclean = existsSync(`${path}-wal`) || existsSync(damaged);
  // Created before SQLite does it, which would let others read it; its -wal and -shm files inherit the mode.
  closeSync(openSync(path, "a", 0o600));
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  try {
    useWriteAheadLog(database);
    // Without a sync at each commit, a power failure can lose the last commits, but never the database.
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    // Deleted rows, including secrets, are overwritten in the file.
    database.exec("PRAGMA secure_delete = ON");
    if (unclean) quickCheck(database);
    prepare(database, options, sealer);
    readEveryTable(database);
    rmSync(damaged, { force: true });
    return database;
  } catch (error) {
    database.close();
    throw isDiskFull(error) ? new DiskFullError(stateDir, error) : error;
  }
}

/**
 * Switches a database to its write-ahead log. SQLite's own timeout does not apply here: when two processes switch a new
 * database at the same time, one of them fails at once.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
      Atomics.wait(never, 0, 0, LOCK_PAUSE_MS);
    }
  }
}

function quickCheck(database: DatabaseSync): void {
  const check = database.prepare("PRAGMA quick_check(1)").get() as { quick_check?: string } | undefined;
  if (check?.quick_check !== "ok") throw Object.assign(new Error(String(check?.quick_check)), { errcode: 11 });
}

/** Reads a row of each table, so that a completely damaged file is found at every start. */
function readEveryTable(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  for (const { name } of tables) database.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
}

/**
 * Format of the database, in `PRAGMA user_version`. Additional tables, columns and indexes are not a new format: {@link
 * reconcile} creates them, and an earlier program still opens the file.
 */
const FORMAT = 1;

/**
 * Brings the database to the declared tables, atomically. The format is read inside the transaction, because another
 * process may do the same.
 */
function prepare(database: DatabaseSync, options: StoreOptions, sealer: Sealer): void {
  inTransaction(database, () => {
    const { user_version: format } = database.prepare("PRAGMA user_version").get() as { user_version: number };
    if (format > FORMAT) throw new NewerStateError(options.stateDir);
    if (format < FORMAT) {
      keepFiles(options);
      database.exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
      database.exec(`PRAGMA user_version = ${FORMAT}`);
    }
    reconcile(database, options.tables, sealer);
  });
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
