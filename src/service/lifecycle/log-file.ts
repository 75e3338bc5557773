import { copyFileSync, statSync, truncateSync } from "node:fs";
import { readFile } from "node:fs/promises";

const LIMIT_BYTES = 5 * 2 ** 20;

/**
 * Keeps a log file under 5 MB: a larger one is copied to `<path>.1` and emptied. Emptied, not renamed, because the
 * service's standard error goes on writing to it. A failure changes nothing: a log is not worth an error.
 */
export function rotateLog(path: string, limit = LIMIT_BYTES): void {
  try {
    if (statSync(path).size <= limit) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch {
    // Not there yet, or the disk is full.
  }
}

/** The last lines of a log file, from its `from`th byte on; empty when there is none. */
export async function lastLines(path: string, count: number, from = 0): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const text = bytes.subarray(from < bytes.length ? from : 0).toString();
  return text.trimEnd().split("\n").slice(-count).join("\n");
}
