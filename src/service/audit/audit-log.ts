import { closeSync, openSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock, Scheduled } from "../clock.ts";
import { isCorrupt } from "../store/store-errors.ts";
import { AuditDictionary } from "./audit-dictionary.ts";
import {
  type AuditCaller,
  type AuditEntry,
  type AuditRoute,
  placeAt,
  type StoredEntry,
  timeAt,
} from "./audit-entry.ts";
import { type AuditConditions, auditFilter } from "./audit-filter.ts";
import { AuditSegment, type SegmentRow } from "./audit-segment.ts";

export interface AuditLogOptions {
  readonly stateDir: string;
  readonly clock: Clock;
  /** Receives a line when entries are lost. */
  readonly warn: (line: string) => void;
  /** Entries of one segment; 100,000 when omitted. */
  readonly segmentEntries?: number;
}

/** Part of the log that a request asks for. */
export interface AuditRange {
  /** First time, in milliseconds since 1970. */
  readonly start: number;
  /** Time after the last one. */
  readonly end: number;
  /** Only places before this one: the last of the page before. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Some entries, the newest first. */
export interface AuditPage {
  readonly entries: StoredEntry[];
  /** Place that the next page is before; undefined on the last one. */
  readonly next: number | undefined;
}

const FILE = "audit.db";
/** Days that an entry is kept. */
const KEPT_DAYS = 30;
/** Entries of one segment, and segments that are kept. */
const SEGMENT_ENTRIES = 100_000;
const SEGMENTS = 11;
/** Entries that are written together at the latest after this many, or this long. */
const BATCH = 500;
const BATCH_MS = 250;
const DAY_MS = 86_400_000;
/** Callers that are told apart by host and program; more are told apart by their identity alone. */
const MAX_CALLERS = 10_000;
/** Characters of a user agent that are kept. */
const MAX_AGENT = 300;

/**
 * Requests to the service: who sent them, what for, and what was answered (contract 2.26). Kept in a database of their own,
 * `audit.db`, for 30 days and at most 1,100,000 entries; a damaged file is put aside. An entry is written up to 250 ms later, and
 * a request never fails for its sake.
 */
export class AuditLog {
  readonly #options: AuditLogOptions;
  #database: DatabaseSync;
  #segments: AuditSegment[] = [];
  #callers!: AuditDictionary<AuditCaller>;
  #routes!: AuditDictionary<AuditRoute>;
  #waiting: AuditEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #retention: Scheduled | undefined;
  #warned = false;

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#database = this.#open();
    this.#removeOld();
  }

  /** Adds an entry. */
  record(entry: AuditEntry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length >= BATCH) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), BATCH_MS).unref();
  }

  /** The newest entries of a time that meet the conditions. */
  page({ before = Number.MAX_SAFE_INTEGER, end, limit, start }: AuditRange, conditions: AuditConditions): AuditPage {
    this.#write();
    const filter = auditFilter(conditions, { callers: this.#callers, routes: this.#routes });
    const places = { from: placeAt(start), before: Math.min(placeAt(end), before) };
    const newestFirst = this.#segments.toSorted((a, b) => b.places.before - a.places.before);
    const rows: SegmentRow[] = [];
    for (const segment of newestFirst) {
      // A request that lasted long is in a later segment than others of its time.
      const isComplete = rows.length > limit && (rows[limit]?.seq ?? 0) >= segment.places.before;
      if (isComplete || segment.places.before <= places.from) break;
      rows.push(...segment.newest(places, filter, limit + 1));
      rows.sort((a, b) => b.seq - a.seq);
      rows.length = Math.min(rows.length, limit + 1);
    }
    const entries = rows.slice(0, limit).map((row) => this.#entry(row));
    return { entries, next: rows.length > limit ? entries.at(-1)?.seq : undefined };
  }

  /** Writes what waits, and closes the database. */
  close(): void {
    this.#write();
    this.#retention?.cancel();
    if (this.#database.isOpen) this.#database.close();
  }

  #entry(row: SegmentRow): StoredEntry {
    return {
      seq: row.seq,
      receivedAt: timeAt(row.seq),
      path: row.path,
      status: row.status,
      durationMs: row.duration_ms,
      caller: this.#callers.valueOf(row.caller) ?? nobody,
      route: this.#routes.valueOf(row.route) ?? { method: "", route: "", operation: "" },
    };
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#waiting;
    this.#waiting = [];
    // A database that could not be opened again takes nothing more.
    if (entries.length === 0 || !this.#database.isOpen) return;
    try {
      this.#inTransaction(() => {
        for (const entry of entries) this.#add(entry);
      });
      this.#warned = false;
    } catch (error) {
      this.#lost(entries.length, error as Error);
    }
  }

  #add(entry: AuditEntry): void {
    let segment = this.#segments.at(-1);
    if (!segment || segment.count >= (this.#options.segmentEntries ?? SEGMENT_ENTRIES)) {
      segment = new AuditSegment(this.#database, (segment?.number ?? 0) + 1);
      this.#segments.push(segment);
    }
    segment.add(entry, this.#routes.numberOf(entry.route), this.#callerOf(entry));
  }

  #callerOf({ caller }: AuditEntry): number {
    const { domain, userAgent } = caller;
    const whole = { ...caller, domain: domain.slice(0, MAX_AGENT), userAgent: userAgent.slice(0, MAX_AGENT) };
    const known = this.#callers.size < MAX_CALLERS || this.#callers.has(whole);
    return this.#callers.numberOf(known ? whole : { ...whole, domain: "", userAgent: "" });
  }

  /** Entries that could not be written, such as on a full disk. A damaged file is replaced, so that the next ones can be. */
  #lost(count: number, error: Error): void {
    const { warn } = this.#options;
    if (!this.#warned) warn(`${count} entries of the audit log are lost: ${error.message}`);
    this.#warned = true;
    try {
      if (isCorrupt(error)) {
        this.#database.close();
        this.#putAside();
      }
      if (!this.#database.isOpen) this.#database = this.#open();
      else this.#load(this.#database);
    } catch (again) {
      warn(`the audit log cannot be written: ${(again as Error).message}`);
    }
  }

  #inTransaction(work: () => void): void {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      // A full disk has already ended the transaction.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #open(): DatabaseSync {
    try {
      return this.#openFile();
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      this.#putAside();
      return this.#openFile();
    }
  }

  #openFile(): DatabaseSync {
    const path = join(this.#options.stateDir, FILE);
    // Created before SQLite does it, which would let others read it.
    closeSync(openSync(path, "a", 0o600));
    const database = new DatabaseSync(path);
    try {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      this.#load(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Reads what the database has: its segments and dictionaries. */
  #load(database: DatabaseSync): void {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'entries_[0-9]*'";
    const numbers = (database.prepare(sql).all() as { name: string }[]).map(({ name }) => Number(name.slice(8)));
    this.#segments = numbers.sort((a, b) => a - b).map((number) => new AuditSegment(database, number));
    this.#callers = new AuditDictionary(database, "callers");
    this.#routes = new AuditDictionary(database, "routes");
  }

  #putAside(): void {
    const { clock, stateDir, warn } = this.#options;
    const aside = `audit.corrupt-${clock.timestamp().replace(/[-:]|\.\d+/g, "")}.db`;
    for (const ending of ["", "-wal", "-shm"]) {
      try {
        renameSync(join(stateDir, FILE + ending), join(stateDir, aside + ending));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    }
    warn(`the audit log was damaged; it is kept as "${join(stateDir, aside)}", and a new one was begun`);
  }

  /** Drops segments that are too old or too many; once a day. */
  #removeOld(): void {
    const { clock } = this.#options;
    const oldest = placeAt(clock.now() - KEPT_DAYS * DAY_MS);
    const kept = this.#segments.filter(({ places }, at) => {
      return places.before > oldest && at >= this.#segments.length - SEGMENTS;
    });
    if (kept.length < this.#segments.length) {
      try {
        for (const segment of this.#segments) if (!kept.includes(segment)) segment.drop();
        this.#segments = kept;
        if (kept.length === 0) this.#callers.clear();
      } catch (error) {
        this.#options.warn(`old entries of the audit log stay: ${(error as Error).message}`);
      }
    }
    this.#retention = clock.schedule(DAY_MS, () => this.#removeOld());
  }
}

const nobody: AuditCaller = {
  ...{ userId: "", userName: "", authStrategy: "", projectId: null },
  ...{ domain: "", clientIp: "", userAgent: "" },
};
