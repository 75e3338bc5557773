import { readZip, type ZipEntry, type ZipLimits } from "./read-zip.ts";
import { UnpackTarget, writeAll } from "./unpack-target.ts";

export { defaultZipLimits, type ZipLimits } from "./read-zip.ts";

export interface ExtractZipOptions {
  readonly limits?: ZipLimits;
  readonly signal?: AbortSignal;
}

/**
 * Unpacks a zip archive into a directory that exists, is empty, and nobody else writes to. Permission bits are kept,
 * but for those that change the user. Throws {@link ArchiveError} as {@link readZip} says, and for two entries of one
 * name; the errors of the disk go up as they are. Whoever called removes the directory then.
 *
 * @returns entries, and bytes of all files
 */
export async function extractZip(
  path: string,
  into: string,
  { limits, signal }: ExtractZipOptions = {},
): Promise<{ entries: number; bytes: number }> {
  const target = new UnpackTarget(into);
  let entries = 0;
  let bytes = 0;
  for await (const entry of readZip(path, limits)) {
    signal?.throwIfAborted();
    entries += 1;
    if (entry.isDir) await target.makeDirectory(entry.name, entry.mode);
    else bytes += await extractFile(entry, target, signal);
  }
  return { entries, bytes };
}

async function extractFile(entry: ZipEntry, target: UnpackTarget, signal?: AbortSignal): Promise<number> {
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
