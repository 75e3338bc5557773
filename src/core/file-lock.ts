import { accessSync, closeSync, constants, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { CliError, fileError } from "./errors.ts";
import { pause } from "./pause.ts";

export interface FileLockOptions {
  /** Maximum wait for another lock holder, in milliseconds. */
  timeoutMs: number;
  /** Ends the wait with its reason, within 50 ms; the lock, once held, is kept until `fn` is done. */
  signal?: AbortSignal | undefined;
}

const busy = 5;

/**
 * Runs `fn` while no other process, and nothing else in this one, holds the lock file `path`. The file is created
 * (0600) when missing and stays; its directory must exist. The lock is the operating system's (an exclusive SQLite
 * transaction that writes nothing), so it goes away with a process that dies, however it dies. Waiting never blocks the
 * event loop.
 *
 * Exit 10 when the file cannot be made or locked, or another holder kept it for `timeoutMs`. The file is never opened
 * by other means here: closing any descriptor of it would drop the lock of this process on POSIX systems. Deleting the
 * lock file would let others hold the lock at the same time.
 */
export async function withFileLock<T>(path: string, options: FileLockOptions, fn: () => T | Promise<T>): Promise<T> {
  const sqlite = await import("node:sqlite");
  const deadline = performance.now() + options.timeoutMs;
  for (let attempt = 0; ; attempt++) {
    options.signal?.throwIfAborted();
    const lock = tryLock(sqlite, path);
    if (lock !== undefined) {
      try {
        return await fn();
      } finally {
        lock.close();
      }
    }
    const left = deadline - performance.now();
    if (left <= 0) {
      throw new CliError(
        "local-file",
        `cannot lock "${path}" within ${options.timeoutMs / 1000} s: another process holds it`,
        { code: "locked", hint: "end the other browserctl process, then try again" },
      );
    }
    await pause(Math.min(left, waitFor(attempt)), options.signal);
  }
}

/** The open database that holds the lock; undefined while another holder has it. */
function tryLock(sqlite: typeof import("node:sqlite"), path: string): DatabaseSync | undefined {
  create(path);
  let database: DatabaseSync | undefined;
  try {
    database = new sqlite.DatabaseSync(path, { timeout: 0 });
    // Without a journal in memory, SQLite would create a journal file for every lock.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === busy) return undefined;
    throw fileError("lock", path, error);
  }
}

function create(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw fileError("create the lock file", path, error);
  }
  try {
    // SQLite opens a file it may not write for reading only, and then takes a lock that others can share.
    accessSync(path, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw fileError("lock", path, error);
  }
}

/** Milliseconds until the next try: short at first, then around 30, with jitter. */
function waitFor(attempt: number): number {
  return Math.min(30, 2 * 1.5 ** attempt) * (0.5 + Math.random());
}
