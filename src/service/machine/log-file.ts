import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from "node:fs";
import { logFile } from "../../settings/log-files.ts";
import type { LogSink } from "../log.ts";
import { MAX_LOG_BYTES, moveLogFiles, rotateLog } from "./log-files.ts";

/** Maximum size of buffered lines while the disk is full, in bytes. */
const MAX_PENDING_BYTES = 2 ** 20;
const NOTHING = Buffer.alloc(0);

/**
 * Writes a log to a file (0600) with rotation; a limited number of files is kept. The operating system has each line
 * when `write` returns, so that it survives the death of the process. While the disk is full, lines are buffered in
 * memory, and the newest are dropped when the buffer is full.
 *
 * assumed: own code, because sonic-boom, with which pino writes files, repeats a write forever when it is flushed for a
 * rotation on a full disk, and transports such as pino-roll keep lines in a worker, where kill -9 loses them.
 */
export class LogFile implements LogSink {
  readonly #path: string;
  readonly #limit: number;
  #file: number | undefined;
  #size = 0;
  #pending: Buffer = NOTHING;

  /** @param path opened with the first line */
  constructor(path: string, limit = MAX_LOG_BYTES) {
    this.#path = path;
    this.#limit = limit;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#pending.length + bytes.length > MAX_PENDING_BYTES) return;
    // No rotation in the middle of a line that was truncated by a full disk.
    if (this.#pending.length === 0 && this.#size > 0 && this.#size + bytes.length > this.#limit) this.#rotate();
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    try {
      this.#flush(this.#open());
    } catch {
      // A log that cannot be written must not stop the service.
    }
  }

  #flush(file: number): void {
    while (this.#pending.length > 0) {
      const written = writeSync(file, this.#pending);
      this.#size += written;
      this.#pending = this.#pending.subarray(written);
    }
    this.#pending = NOTHING;
  }

  #open(): number {
    if (this.#file !== undefined) return this.#file;
    rotateLog(this.#path, this.#limit);
    const file = openSync(this.#path, "a", 0o600);
    this.#file = file;
    fchmodSync(file, 0o600);
    this.#size = fstatSync(file).size;
    return file;
  }

  #rotate(): void {
    try {
      moveLogFiles(this.#path);
      if (this.#file !== undefined) closeSync(this.#file);
      this.#file = undefined;
    } catch {
      // The current file stays in use.
    }
  }
}

/**
 * Log of the service over a state directory.
 *
 * @param copy receives each line too
 */
export function serviceLog(stateDir: string, copy?: (line: string) => void): LogSink {
  const file = new LogFile(logFile(stateDir));
  if (!copy) return file;
  return {
    write: (line) => {
      file.write(line);
      copy(line);
    },
  };
}
