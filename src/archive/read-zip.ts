import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { ArchiveError, isTold } from "./archive-error.ts";
import { entryParts } from "./entry-name.ts";

/** What a zip archive may be. */
export interface ZipLimits {
  /** Entries, files and folders. */
  readonly entries: number;
  /** Bytes of all files unpacked. */
  readonly bytes: number;
  /** Unpacked bytes for each packed one; only looked at beyond 10 MiB unpacked. */
  readonly ratio: number;
}

export const defaultZipLimits: ZipLimits = { entries: 100_000, bytes: 8 * 2 ** 30, ratio: 200 };

/** Below it no ratio is suspicious. */
const RATIO_FROM_BYTES = 10 * 2 ** 20;
const specialTypes = new Map([
  [0o120000, "symbolic link"],
  [0o020000, "character device"],
  [0o060000, "block device"],
  [0o010000, "pipe"],
  [0o140000, "socket"],
]);
const UNIX = 3;

/** A file or folder of a zip archive that may be unpacked. */
export interface ZipEntry {
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits; undefined where the archive was made on a system without them. */
  readonly mode: number | undefined;
  /** Bytes unpacked, as the archive says. */
  readonly bytes: number;
  /** The bytes, checked against the size and the checksum that the archive says. */
  open(): AsyncGenerator<Uint8Array>;
}

/**
 * Reads the entries of a zip archive in its own order, each checked before it is given. Throws {@link ArchiveError} for
 * what is no zip or a damaged one, for encrypted entries and unknown compressions, names that lead out of a folder,
 * links, devices, and for more entries, bytes or ratio than the limits.
 */
export async function* readZip(path: string, limits: ZipLimits = defaultZipLimits): AsyncGenerator<ZipEntry> {
  const zip = await openZip(path);
  try {
    // What the end of the archive says, before a single entry is read.
    if (zip.entryCount > limits.entries) throw tooManyEntries(limits, zip.entryCount);
    let declared = 0;
    let count = 0;
    for await (const entry of entriesOf(zip)) {
      count += 1;
      if (count > limits.entries) throw tooManyEntries(limits);
      check(entry);
      declared += entry.uncompressedSize;
      if (declared > limits.bytes) throw tooLarge(limits);
      checkRatio(entry, limits);
      yield zipEntry(zip, entry);
    }
  } finally {
    zip.close();
  }
}

/** The bytes of one entry, by its exact name; undefined when there is none. Throws `too_large` beyond `maxBytes`. */
export async function readZipEntry(path: string, name: string, maxBytes: number): Promise<Buffer | undefined> {
  for await (const entry of readZip(path)) {
    if (entry.name !== name || entry.isDir) continue;
    const chunks: Uint8Array[] = [];
    if (entry.bytes > maxBytes) {
      throw new ArchiveError("too_large", `the entry "${name}" is larger than ${maxBytes} bytes`, { entry: name });
    }
    for await (const chunk of entry.open()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  return undefined;
}

/** The names of all entries, folders with a slash at the end. */
export async function listZip(path: string, limits: ZipLimits = defaultZipLimits): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of readZip(path, limits)) names.push(entry.name);
  return names;
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true });
  } catch (error) {
    if (isTold(error)) throw error;
    throw new ArchiveError("not_an_archive", `it is not a zip archive, or not all of one: ${reason(error)}`, {
      cause: error,
    });
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw told(error);
  }
}

/** An error of the zip library as one of ours. */
function told(error: unknown, entry?: string): Error {
  if (isTold(error)) return error as Error;
  const text = reason(error);
  if (/invalid (characters|relative path)|absolute path/.test(text)) return new ArchiveError("unsafe_entry", text);
  const where = entry === undefined ? "the archive" : `the entry "${entry}"`;
  return new ArchiveError("damaged", `${where} is damaged: ${text}`, {
    cause: error,
    ...(entry !== undefined && { entry }),
  });
}

function reason(error: unknown): string {
  return (error as Error).message;
}

function check(entry: Entry): void {
  const name = entry.fileName;
  entryParts(name);
  if (entry.isEncrypted()) {
    throw new ArchiveError("encrypted", `the entry "${name}" is encrypted; make the archive without a password`, {
      entry: name,
    });
  }
  if (!entry.canDecodeFileData()) {
    throw new ArchiveError(
      "unsupported",
      `the entry "${name}" is compressed by method ${entry.compressionMethod}; use deflate or none`,
      { entry: name },
    );
  }
  const special = specialTypes.get(fileType(entry));
  if (special !== undefined) {
    throw new ArchiveError("unsafe_entry", `the entry "${name}" is a ${special}; only files and folders are taken`, {
      entry: name,
    });
  }
}

/** The type bits of a Unix mode; 0 where the archive has none. */
function fileType(entry: Entry): number {
  const mode = entry.externalFileAttributes >>> 16;
  return mode & 0o170000;
}

function zipEntry(zip: ZipFile, entry: Entry): ZipEntry {
  const unix = entry.versionMadeBy >>> 8 === UNIX;
  const mode = entry.externalFileAttributes >>> 16;
  return {
    name: entry.fileName,
    isDir: entry.fileName.endsWith("/"),
    mode: unix && mode !== 0 ? mode & 0o777 : undefined,
    bytes: entry.uncompressedSize,
    open: () => bytesOf(zip, entry),
  };
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const name = entry.fileName;
  let checksum = 0;
  let stream: Readable | undefined;
  try {
    stream = await zip.openReadStreamPromise(entry);
    // The library counts: more or fewer bytes than declared are its error.
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw told(error, name);
  } finally {
    stream?.destroy();
  }
  if (checksum !== entry.crc32) throw told(new Error("its checksum does not match"), name);
}

function checkRatio(entry: Entry, { ratio }: ZipLimits): void {
  const { uncompressedSize: bytes, compressedSize } = entry;
  if (bytes <= RATIO_FROM_BYTES || bytes <= compressedSize * ratio) return;
  throw new ArchiveError(
    "ratio",
    `the entry "${entry.fileName}" unpacks to more than ${ratio} times its size, as archives made to fill disks do`,
    { entry: entry.fileName },
  );
}

function tooManyEntries({ entries }: ZipLimits, count?: number): ArchiveError {
  const said = count === undefined ? "" : `${count} entries, `;
  return new ArchiveError("too_many_entries", `the archive has ${said}more than the ${entries} it may have`);
}

function tooLarge({ bytes }: ZipLimits): ArchiveError {
  return new ArchiveError("too_large", `the archive unpacks to more than ${bytes} bytes`);
}
