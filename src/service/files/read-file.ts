import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { openRegular } from "./dir-handle.ts";
import { badPath } from "./file-errors.ts";
import type { FileSource } from "./file-source.ts";
import type { SessionFiles } from "./session-files.ts";

/** Larger ones take more memory and no less time. */
const CHUNK_BYTES = 64 * 1_024;

/**
 * The bytes of a file, with the ranges of it that clients ask for. Throws a {@link FileError} for what is no regular
 * file.
 */
export function readFile(files: SessionFiles, path: string): Promise<FileSource> {
  const requested = { field: "path", path, what: "file" } as const;
  return files.reach(requested, { follow: true }, async (resolved) => {
    const { facts, handle } = await openRegular(resolved.at);
    if (!handle) {
      throw badPath(requested, facts.isDirectory() ? "is a directory, not a file" : "is no regular file");
    }
    const size = Number(facts.size);
    return {
      size,
      tag: `${facts.dev}-${facts.ino}-${facts.size}-${facts.mtimeNs}`,
      // It is as long as when it was opened: what is added to it later does not make the answer longer.
      open: (range = { start: 0, end: size - 1 }) => Readable.from(bytesOf(handle, range), { objectMode: false }),
      release: () => handle.close(),
    };
  });
}

/** Throws for a file that has become shorter: the client would wait for the rest for ever. */
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
