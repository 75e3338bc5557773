import { UnpackTarget, writeAll } from "./unpack-target.ts";

/** File or directory of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits; undefined where the archive has none. */
  readonly mode: number | undefined;
  /** Bytes of the file. */
  open(): AsyncIterable<Uint8Array>;
}

/** Number of entries, and bytes of all files. */
export interface Extracted {
  entries: number;
  bytes: number;
}

/**
 * Unpacks the entries of an archive into an existing, empty directory that nobody else writes to. Permission bits are
 * kept, except those that change the user. Throws the errors of the archive's reader, an {@link ArchiveError} for two
 * entries of one name, and errors of the disk unchanged. The caller then removes the directory.
 */
export async function extractEntries(
  archive: AsyncIterable<ArchiveEntry>,
  into: string,
  signal?: AbortSignal,
): Promise<Extracted> {
  const target = new UnpackTarget(into);
  const sums = { entries: 0, bytes: 0 };
  for await (const entry of archive) {
    signal?.throwIfAborted();
    sums.entries += 1;
    if (entry.isDir) await target.makeDirectory(entry.name, entry.mode);
    else sums.bytes += await extractFile(entry, target, signal);
  }
  return sums;
}

async function extractFile(entry: ArchiveEntry, target: UnpackTarget, signal?: AbortSignal): Promise<number> {
  const file = await target.makeFile(entry.name, entry.mode);
  let bytes = 0;
  try {
    for await (const chunk of entry.open()) {
      signal?.throwIfAborted();
      await writeAll(file, chunk);
      bytes += chunk.length;
    }
  } finally {
    await file.close();
  }
  return bytes;
}
