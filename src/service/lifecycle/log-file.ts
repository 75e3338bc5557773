import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from "node:fs";
import type { LogSink } from "../log.ts";
import { LOG_LIMIT_BYTES, moveLogFiles, rotateLog } from "./log-files.ts";

/** Lines that a full disk refuses are kept up to this size, in bytes, and written when there is room. */
const PENDING_BYTES = 2 ** 20;
const NOTHING = Buffer.alloc(0);

/**
 * Writes a log to a file of mode 0600 and begins a new one when it is full; a bounded number of files is kept. Each line
 * is with the operating system when `write` returns, so that it survives the death of the process. A disk that is full
 * ends nothing: lines wait in memory, and the latest are dropped when there are too many.
 *
 * assumed: own code, since sonic-boom, which pino writes files with, repeats a write for ever on a full disk when it is
 * flushed for a rotation, and transports such as pino-roll keep lines in a worker, where kill -9 loses them.
 */
export class LogFile implements LogSink {
  readonly #path: string;
  readonly #limit: number;
  #file: number | undefined;
  #size = 0;
  #pending: Buffer = NOTHING;

  /** The file is opened with the first line. */
  constructor(path: string, limit = LOG_LIMIT_BYTES) {
    this.#path = path;
    this.#limit = limit;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#pending.length + bytes.length > PENDING_BYTES) return;
    // The rest of a line that a full disk has cut belongs into the file of its beginning.
    if (this.#pending.length === 0 && this.#size > 0 && this.#size + bytes.length > this.#limit) this.#rotate();
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    try {
      this.#flush(this.#open());
    } catch {
      // A log that cannot be written is no reason to fail.
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
      // The current file goes on.
    }
  }
}
