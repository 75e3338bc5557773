import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from "yauzl";
import { ArchiveError, isReported } from "./archive-error.ts";
import { type Extracted, extractEntries } from "./extract-entries.ts";
import { entryParts } from "./unpack-target.ts";
import { checkDirectoryEnd, checkedLocalHeader, EntryPlaces } from "./zip-directory-check.ts";
import { ZipFileReader } from "./zip-file-reader.ts";

/** Limits for a zip archive. */
export interface ZipLimits {
  /** Entries, files and directories. */
  readonly entries: number;
  /** Bytes of all files unpacked. */
  readonly bytes: number;
  /** Maximum number of unpacked bytes for each byte of the archive; only checked beyond 10 MiB unpacked. */
  readonly ratio: number;
}

export const defaultZipLimits: ZipLimits = { entries: 100_000, bytes: 8 * 2 ** 30, ratio: 200 };

/** Unpacked bytes below which the ratio is not checked. */
const RATIO_FROM_BYTES = 10 * 2 ** 20;
const specialTypes = new Map([
  [0o120000, "symbolic link"],
  [0o020000, "character device"],
  [0o060000, "block device"],
  [0o010000, "pipe"],
  [0o140000, "socket"],
]);
const UNIX = 3;
const DEFLATE = 8;

/** A file or directory of a zip archive that may be unpacked. */
export interface ZipEntry {
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits; undefined where the archive was made on a system without them. */
  readonly mode: number | undefined;
  /** Unpacked bytes, as declared in the archive. */
  readonly bytes: number;
  /** Content, checked against the declared size and checksum. */
  open(): AsyncGenerator<Uint8Array>;
}

/**
 * Reads the entries of a zip archive in its own order. Its whole directory is checked before the first entry is
 * returned. Throws {@link ArchiveError} for data that is not a zip archive or is damaged, for entries that share bytes,
 * encrypted entries and unknown compressions, names that lead out of a directory, links, devices, and for more entries,
 * bytes or ratio than the limits, which count the unpacked data, whatever the directory declares.
 */
export async function* readZip(path: string, limits: ZipLimits = defaultZipLimits): AsyncGenerator<ZipEntry> {
  await checkDirectory(path, limits);
  const { zip } = await openZip(path);
  const unpacked = new UnpackedBytes(limits, zip.fileSize);
  try {
    for await (const entry of entriesOf(zip)) {
      // The file may have been replaced in the meantime.
      check(entry);
      if (isDir(entry)) await checkedLocalHeader(zip, entry).catch(rethrow(entry));
      yield zipEntry(zip, entry, unpacked);
    }
  } finally {
    zip.close();
  }
}

/** Checks the whole directory of the archive. */
async function checkDirectory(path: string, limits: ZipLimits): Promise<void> {
  const { zip, reader } = await openZip(path);
  try {
    const directoryStart = Number(zip.readEntryCursor);
    // Declared at the end of the archive: checked before any entry is read.
    if (zip.entryCount > limits.entries) throw tooManyEntries(limits, zip.entryCount);
    const places = new EntryPlaces();
    const declared = new UnpackedBytes(limits, zip.fileSize);
    for await (const entry of entriesOf(zip)) {
      check(entry);
      places.add(entry);
      declared.add(entry.uncompressedSize);
    }
    places.check(directoryStart);
    await checkDirectoryEnd(reader, Number(zip.readEntryCursor));
  } finally {
    zip.close();
  }
}

/** Counts unpacked bytes. */
class UnpackedBytes {
  readonly #limits: ZipLimits;
  readonly #fileSize: number;
  #bytes = 0;

  constructor(limits: ZipLimits, fileSize: number) {
    this.#limits = limits;
    this.#fileSize = fileSize;
  }

  /** Throws {@link ArchiveError} beyond the limits. */
  add(bytes: number): void {
    this.#bytes += bytes;
    const { bytes: limit, ratio } = this.#limits;
    if (this.#bytes > limit) throw new ArchiveError("too_large", `the archive unpacks to more than ${limit} bytes`);
    if (this.#bytes <= RATIO_FROM_BYTES || this.#bytes <= this.#fileSize * ratio) return;
    throw new ArchiveError(
      "ratio",
      `the archive unpacks to more than ${ratio} times its size, as archives made to fill disks do`,
    );
  }
}

/**
 * Content of one entry, by its exact name; undefined when there is no such entry. Throws `too_large` beyond `maxBytes`.
 */
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

/** The names of all entries, directories with a slash at the end. */
export async function listZip(path: string, limits: ZipLimits = defaultZipLimits): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of readZip(path, limits)) names.push(entry.name);
  return names;
}

async function openZip(path: string): Promise<{ zip: ZipFile; reader: ZipFileReader }> {
  const reader = await ZipFileReader.open(path);
  try {
    const options = { autoClose: false, lazyEntries: true, strictFileNames: true };
    return { zip: await fromRandomAccessReaderPromise(reader, reader.size, options), reader };
  } catch (error) {
    reader.close(() => {});
    if (isReported(error)) throw error;
    throw new ArchiveError("not_an_archive", `it is not a zip archive, or it is incomplete: ${reason(error)}`, {
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

/** Converts an error of the zip library. */
function told(error: unknown, entry?: string): Error {
  if (isReported(error)) return error as Error;
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

function rethrow({ fileName }: Entry): (error: unknown) => never {
  return (error) => {
    throw told(error, fileName);
  };
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
  if (isDir(entry) && entry.uncompressedSize > 0) {
    throw new ArchiveError("damaged", `the archive is damaged: the directory "${name}" has data`, { entry: name });
  }
  const special = specialTypes.get(fileType(entry));
  if (special !== undefined) {
    throw new ArchiveError(
      "unsafe_entry",
      `the entry "${name}" is a ${special}; only files and directories are allowed`,
      {
        entry: name,
      },
    );
  }
}

/** The type bits of a Unix mode; 0 where the archive has none. */
function fileType(entry: Entry): number {
  const mode = entry.externalFileAttributes >>> 16;
  return mode & 0o170000;
}

function isDir({ fileName }: Entry): boolean {
  return fileName.endsWith("/");
}

function zipEntry(zip: ZipFile, entry: Entry, unpacked: UnpackedBytes): ZipEntry {
  const unix = entry.versionMadeBy >>> 8 === UNIX;
  const mode = entry.externalFileAttributes >>> 16;
  return {
    name: entry.fileName,
    isDir: isDir(entry),
    mode: unix && mode !== 0 ? mode & 0o777 : undefined,
    bytes: entry.uncompressedSize,
    open: () => bytesOf(zip, entry, unpacked),
  };
}

async function* bytesOf(zip: ZipFile, entry: Entry, unpacked: UnpackedBytes): AsyncGenerator<Uint8Array> {
  const name = entry.fileName;
  let checksum = 0;
  let stream: Readable | undefined;
  try {
    stream = await dataStream(zip, entry);
    // The library counts: more or fewer bytes than declared give an error of the library.
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      checksum = crc32(chunk, checksum);
      unpacked.add(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw told(error, name);
  } finally {
    stream?.destroy();
  }
  if (checksum !== entry.crc32) throw told(new Error("its checksum does not match"), name);
}

/** Unpacked content of an entry after its own header. (The library's promise for this is broken in 3.4.) */
async function dataStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  const { fileDataStart } = await checkedLocalHeader(zip, entry);
  const { compressedSize, uncompressedSize } = entry;
  const isPacked = entry.compressionMethod === DEFLATE;
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  zip.openReadStreamLowLevel(
    fileDataStart,
    compressedSize,
    0,
    compressedSize,
    isPacked,
    uncompressedSize,
    (error, stream) => (error ? reject(error) : resolve(stream)),
  );
  return promise;
}

function tooManyEntries({ entries }: ZipLimits, count?: number): ArchiveError {
  const said = count === undefined ? "" : `${count} entries, `;
  return new ArchiveError("too_many_entries", `the archive has ${said}more than the ${entries} that are allowed`);
}

interface ExtractZipOptions {
  readonly limits?: ZipLimits;
  readonly signal?: AbortSignal;
}

/** Unpacks a zip archive as {@link extractEntries} says. Throws {@link ArchiveError} as {@link readZip} does. */
export async function extractZip(
  path: string,
  into: string,
  { limits, signal }: ExtractZipOptions = {},
): Promise<Extracted> {
  return extractEntries(readZip(path, limits), into, signal);
}
