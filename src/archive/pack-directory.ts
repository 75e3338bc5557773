import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { ArchiveError } from "./archive-error.ts";
import { DirectoryWalk, type WalkOptions } from "./directory-walk.ts";
import { readWalked } from "./read-walked.ts";
import { compressedShare, isStored } from "./sample.ts";
import { writeAll } from "./unpack-target.ts";
import { StoredZip } from "./zip-stored.ts";
import { type ZipSource, zipStream } from "./zip-stream.ts";

export interface PackOptions extends WalkOptions {
  /** Maximum size of the archive, in bytes. */
  readonly maxBytes?: number;
  /** Called with the number of bytes of each piece of a file that was read. */
  readonly onBytes?: (bytes: number) => void;
}

export interface PackedDirectory {
  /** Size of the archive in bytes. */
  readonly bytes: number;
  /** Lower-case hex SHA-256 of the archive. */
  readonly sha256: string;
  /** Files and directories in it. */
  readonly entries: number;
  /** Entries that are neither files nor directories and were left out, by their path in the directory. */
  readonly skipped: readonly string[];
}

/** Earliest time that a zip archive can contain. All entries have it, so that equal directories give equal bytes. */
const EPOCH = new Date(1980, 0, 1);

/**
 * Packs a directory into a new zip file (0600); incompressible files are stored. The same names, contents and
 * executable bits give the same bytes: entries are sorted, times are fixed. Links to files inside the directory are
 * packed as these files.
 *
 * Throws {@link ArchiveError} `unsafe_entry` for a link that leads out of the directory or nowhere, `changed` for a
 * file that changes or vanishes during packing, `too_large` beyond `maxBytes`; system errors, which name their file.
 * The zip file is removed then.
 */
export async function packDirectory(
  directory: string,
  out: string,
  options: PackOptions = {},
): Promise<PackedDirectory> {
  const walk = new DirectoryWalk(directory, options);
  const file = await open(out, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of zipStream(sources(walk, options)) as AsyncIterable<Uint8Array>) {
      options.signal?.throwIfAborted();
      hash.update(chunk);
      await writeAll(file, chunk);
      bytes += chunk.length;
      if (bytes > (options.maxBytes ?? Number.POSITIVE_INFINITY)) throw tooLarge(options.maxBytes);
    }
    await file.close();
    return { bytes, sha256: hash.digest("hex"), entries: walk.count, skipped: walk.skipped };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(out, { force: true });
    throw error;
  }
}

/** Directory as an archive without compression, whose size is known in advance. */
export interface StoredDirectory {
  readonly zip: StoredZip;
  /** Number of bytes that compression would save, estimated from samples. */
  readonly saved: number;
  /** Entries that are neither files nor directories and were left out, by their path in the directory. */
  readonly skipped: readonly string[];
}

/**
 * Examines a directory for an archive that is created while it is sent. Reads only samples, if `sampled` requests the
 * saving by compression. Throws as {@link packDirectory} does, except for `maxBytes`; so does reading the archive.
 */
export async function storeDirectory(
  directory: string,
  { sampled, ...options }: WalkOptions & { readonly sampled: boolean },
): Promise<StoredDirectory> {
  const walk = new DirectoryWalk(directory, options);
  const zip = new StoredZip();
  let saved = 0;
  for await (const entry of walk.entries()) {
    // Reported before anything is sent.
    if (!entry.isDir) accessSync(entry.path, constants.R_OK);
    zip.add({ ...entry, content: () => readWalked(entry) });
    if (sampled) saved += entry.size * (1 - (await compressedShare(entry)));
  }
  return { zip, saved, skipped: walk.skipped };
}

async function* sources(walk: DirectoryWalk, { onBytes }: PackOptions): AsyncGenerator<ZipSource> {
  for await (const entry of walk.entries()) {
    const { name, isDir, mode, size } = entry;
    const head = { name, isDir, mode, size, modified: EPOCH };
    if (isDir) yield head;
    else {
      const stored = isStored(await compressedShare(entry));
      yield { ...head, stored, content: () => counted(readWalked(entry), onBytes) };
    }
  }
}

async function* counted(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    onBytes?.(piece.length);
    if (piece.length > 0) yield piece;
  }
}

function tooLarge(maxBytes: number | undefined): ArchiveError {
  return new ArchiveError("too_large", `the archive is larger than ${maxBytes} bytes`);
}
