import { watch } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { untilAborted } from "../../../core/abort.ts";
import { logFileAt, logFiles } from "../../../settings/log-files.ts";

/**
 * Yields the lines that are appended to a log, across rotations, until the signal is aborted. Rejects with the signal's
 * reason.
 *
 * @param from offset in `file` of the first line to yield, in bytes; `file` is closed at the end
 */
export async function* appendedLines(
  path: string,
  file: FileHandle,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<string, never> {
  let current = file;
  let position = from;
  let wake = Promise.withResolvers<void>();
  const watcher = watch(dirname(path), () => wake.resolve());
  let lines = new LineReader();
  try {
    for (;;) {
      const { size } = await current.stat();
      // A person may empty the file.
      if (size < position) position = 0;
      while (position < size) {
        const { bytesRead, buffer } = await current.read(Buffer.alloc(65_536), 0, 65_536, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        yield* lines.read(buffer.subarray(0, bytesRead));
      }
      signal.throwIfAborted();
      const next = await fileAfter(path, current);
      // Lines may have been added after the size was read and before the next file was started.
      if (next && (await current.stat()).size === position) {
        await current.close();
        [current, position, lines] = [next, 0, new LineReader()];
        continue;
      }
      await next?.close();
      if (next) continue;
      await untilAborted(wake.promise, signal);
      wake = Promise.withResolvers<void>();
    }
  } finally {
    watcher.close();
    await current.close();
  }
}

/** The log file that follows another one; undefined when that is the current file. */
async function fileAfter(path: string, file: FileHandle): Promise<FileHandle | undefined> {
  const { ino } = await file.stat();
  for (;;) {
    const inodes = await Promise.all(logFiles(path).map(inodeOf));
    const age = inodes.indexOf(ino);
    if (age === 0 || inodes[0] === undefined) return undefined;
    // A file older than all kept ones was deleted, and its successor may be too; reading continues with the current
    // file.
    const wanted = age === -1 ? 0 : age - 1;
    const next = await open(logFileAt(path, wanted)).catch(() => undefined);
    if (next && (await next.stat()).ino === inodes[wanted]) return next;
    // A rotation happened in between and changed the names.
    await next?.close();
  }
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.ino;
}

/** Splits bytes into whole lines; an incomplete last line waits for its rest. */
class LineReader {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  read(bytes: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(bytes)).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines;
  }
}
