import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from "node:fs";
import { fileError } from "../core/errors.ts";

/** Flags that open a named pipe without waiting for a writer. Windows has neither the flag nor such pipes. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Text of a regular file, read synchronously. Other files, such as a named pipe that may never end, are refused at
 * once. Throws the system's errors, and one with the reason "is not a regular file".
 *
 * @param inspect called with the facts of the open file before it is read; its errors are passed on
 */
export function readRegularFile(path: string, inspect?: (facts: Stats) => void): string {
  const file = openSync(path, FLAGS);
  try {
    const facts = fstatSync(file);
    // Reading a directory throws the system's own error.
    if (!facts.isFile() && !facts.isDirectory()) throw new Error("is not a regular file");
    inspect?.(facts);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Text of a regular file; undefined where there is none. Throws other errors with `what`, such as `read the state file`. */
export function readIfThere(path: string, what: string): string | undefined {
  try {
    return readRegularFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw fileError(what, path, error);
  }
}

export interface PipeBounds {
  /** Maximum wait for the first write to a pipe, in milliseconds; 5,000 when omitted. */
  writerMs?: number;
  /** Maximum wait for the end of a pipe, in milliseconds; 60,000 when omitted. Its writer may ask for a passphrase. */
  endMs?: number;
}

const PAUSE_MS = 10;
const MAX_BYTES = 1024 * 1024;

/**
 * Text of a file, or of a pipe such as `<(command)` of a shell. A pipe without a writer, or without an end, is an error
 * after a time limit.
 */
export function readFileOrPipe(path: string, { writerMs = 5_000, endMs = 60_000 }: PipeBounds = {}): string {
  const file = openSync(path, FLAGS);
  try {
    const facts = fstatSync(file);
    if (facts.isFile() || facts.isDirectory()) return readFileSync(file, "utf8");
    return readPipe(file, writerMs, endMs);
  } finally {
    closeSync(file);
  }
}

function readPipe(file: number, writerMs: number, endMs: number): string {
  const started = performance.now();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let hasWriter = false;
  for (;;) {
    const chunk = readAvailable(file);
    if (chunk === "later") hasWriter = true;
    // Before its first writer, a pipe reports its end too.
    else if (chunk.length === 0 && (hasWriter || bytes > 0)) return Buffer.concat(chunks).toString();
    else if (chunk.length > 0) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error("is larger than 1 MiB");
      continue;
    }
    const waited = performance.now() - started;
    if (!hasWriter && waited > writerMs) throw new Error(`is a pipe without a writer for ${writerMs / 1000} s`);
    if (waited > endMs) throw new Error(`is a pipe without an end after ${endMs / 1000} s`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Reads the bytes available now; empty at the end, `later` when a writer has written nothing yet. */
function readAvailable(file: number): Buffer | "later" {
  const chunk = Buffer.alloc(65_536);
  try {
    return chunk.subarray(0, readSync(file, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return "later";
    throw error;
  }
}
