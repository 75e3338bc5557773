import { renameSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { readLogLines } from "../../core/log-record.ts";
import { EARLIER_FILES, logFileAt } from "../../settings/log-files.ts";

/** Size of a log file at which it is rotated, in bytes. */
export const MAX_LOG_BYTES = 5 * 2 ** 20;

/** Rotates a log that is larger than `limit` bytes. A failure changes nothing. */
export function rotateLog(path: string, limit = MAX_LOG_BYTES): void {
  try {
    if (statSync(path).size > limit) moveLogFiles(path);
  } catch {
    // It does not exist yet.
  }
}

/** Increments the number of each rotated file and removes the oldest. */
export function moveLogFiles(path: string): void {
  rmSync(logFileAt(path, EARLIER_FILES), { force: true });
  for (let age = EARLIER_FILES - 1; age >= 0; age -= 1) {
    try {
      renameSync(logFileAt(path, age), logFileAt(path, age + 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** Last `count` lines of a log, from byte `from` of its current file; empty when there is no log. */
export async function lastLines(path: string, count: number, from = 0): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const text = bytes.subarray(from < bytes.length ? from : 0).toString();
  const lines = readLogLines(text.trimEnd().split("\n"));
  return lines
    .slice(-count)
    .map((line) => line.text)
    .join("\n");
}
