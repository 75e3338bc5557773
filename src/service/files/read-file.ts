import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { openRegular } from "./dir-handle.ts";
import { badPath } from "./file-errors.ts";
import type { SessionFiles } from "./session-files.ts";

/** Open file or archive; {@link FileSource.open} starts reading. */
export interface FileSource {
  /** Opens the stream, or a range of it (both ends inclusive) when size and tag are known. Called once. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
  /** Size in bytes; unknown for an archive that is generated while it is read. */
  readonly size?: number;
  /** Entity tag; changes with the content. */
  readonly tag?: string;
  /** Suggested file name. */
  readonly filename?: string;
  /** Closes the source; called when reading has ended, even when it never started. */
  release(): void | Promise<void>;
}

/** Size of a chunk; larger ones use more memory and are not faster. */
const CHUNK_BYTES = 64 * 1_024;

/** Opens a regular file for a download with ranges. Throws a {@link FileError} for any other entry. */
export function readFile(files: SessionFiles, path: string): Promise<FileSource> {
  const requested = { field: "path", path, what: "file" } as const;
  return files.reach(requested, { follow: true }, async (resolved) => {
    const { facts, handle } = await openRegular(resolved.at);
    if (!handle) {
      throw badPath(requested, facts.isDirectory() ? "is a directory, not a file" : "is not a regular file");
    }
    const size = Number(facts.size);
    return {
      size,
      tag: `${facts.dev}-${facts.ino}-${facts.size}-${facts.mtimeNs}`,
      // The size at the time of opening counts; data that is appended later is not sent.
      open: (range = { start: 0, end: size - 1 }) => Readable.from(bytesOf(handle, range), { objectMode: false }),
      release: () => handle.close(),
    };
  });
}

/** Reads a range. Throws for a file that was truncated, so that the client does not wait for the rest. */
async function* bytesOf(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let left = end - start + 1;
  if (left === 0) return;
  for await (const chunk of handle.createReadStream({ autoClose: false, start, end, highWaterMark: CHUNK_BYTES })) {
    left -= (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (left > 0) throw new Error("the file became shorter while it was read");
}
