import { ArchiveError } from "./archive-error.ts";
import { ByteReader } from "./byte-reader.ts";
import { type Extracted, extractEntries } from "./extract-entries.ts";
import { BLOCK_BYTES, damagedTar, paxRecords, paxSize, type TarHeader, tarHeader, tarText } from "./tar-header.ts";
import { entryParts } from "./unpack-target.ts";

/** Limits for a tar archive. */
export interface TarLimits {
  readonly entries: number;
  /** Bytes of all files. */
  readonly bytes: number;
}

export const defaultTarLimits: TarLimits = { entries: 1_000_000, bytes: 64 * 2 ** 30 };

/** A file or directory of a tar archive. */
export interface TarEntry {
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  readonly bytes: number;
  /** Content of the file; unread bytes are skipped before the next entry. */
  open(): AsyncIterable<Uint8Array>;
}

/** Largest piece of data that is given at once. */
const MAX_PIECE_BYTES = 64 * 1_024;
/** Largest pax header or GNU long name; a name itself has at most 4096 bytes. */
const MAX_EXTRA_BYTES = 2 ** 20;

/**
 * Reads the files and directories of a tar archive (POSIX or GNU format) as it arrives. Throws {@link ArchiveError} for
 * data that is not a tar archive, for an archive that is damaged, truncated, without an end or with bytes after it, for
 * names that lead out of a directory, links and devices, and beyond the limits. Own code, because the libraries accept
 * damaged numbers, headers and ends.
 */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  limits: TarLimits = defaultTarLimits,
): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source);
  let entries = 0;
  let bytes = 0;
  try {
    for (;;) {
      const header = await nextHeader(reader);
      if (!header) return;
      check(header);
      entries += 1;
      bytes += header.size;
      if (entries > limits.entries) {
        throw new ArchiveError(
          "too_many_entries",
          `the archive has more than the ${limits.entries} entries that are allowed`,
        );
      }
      if (bytes > limits.bytes) {
        throw new ArchiveError("too_large", `the archive unpacks to more than ${limits.bytes} bytes`);
      }
      const data = new EntryData(reader, header);
      yield {
        name: header.name,
        isDir: header.type === "directory",
        mode: header.mode & 0o777,
        bytes: header.size,
        open: () => data.pieces(),
      };
      await data.passOver();
    }
  } finally {
    await reader.close().catch(() => {});
  }
}

/** Header of the next file or directory, combined with the pax and GNU headers before it; undefined at the end. */
async function nextHeader(reader: ByteReader): Promise<TarHeader | undefined> {
  let name: string | undefined;
  let size: number | undefined;
  let isExtended = false;
  for (;;) {
    const block = await wholeBlock(reader);
    if (isZero(block)) {
      if (isExtended) throw damagedTar("the last entry is missing");
      await checkEnd(reader);
      return undefined;
    }
    const header = tarHeader(block);
    switch (header.type) {
      case "long-name":
        name = tarText(await extraData(reader, header));
        break;
      case "long-link":
        await extraData(reader, header);
        break;
      case "pax": {
        const records = paxRecords(await extraData(reader, header));
        refuseSparse(records);
        name = records.get("path") ?? name;
        const own = records.get("size");
        if (own !== undefined) size = paxSize(own);
        break;
      }
      case "pax-global": {
        const records = paxRecords(await extraData(reader, header));
        refuseSparse(records);
        if (records.has("path") || records.has("size"))
          throw damagedTar("a pax header gives all entries one name or size");
        continue;
      }
      default:
        return { ...header, name: name ?? header.name, size: size ?? header.size };
    }
    isExtended = true;
  }
}

/** The data of a pax header or a long name, without its padding. */
async function extraData(reader: ByteReader, { size, typeName }: TarHeader): Promise<Buffer> {
  if (size > MAX_EXTRA_BYTES) throw damagedTar(`a ${typeName} has ${size} bytes; the limit is ${MAX_EXTRA_BYTES}`);
  const data = await reader.read(size + paddingOf(size));
  if (data.length < size + paddingOf(size)) throw cut();
  return data.subarray(0, size);
}

/** GNU tar stores sparse files without their holes, so that their data is not their content. */
function refuseSparse(records: ReadonlyMap<string, string>): void {
  if ([...records.keys()].some((key) => key.startsWith("GNU.sparse."))) {
    throw new ArchiveError("unsupported", "the archive has sparse files; make it without --sparse");
  }
}

/** Checks that the archive ends with two blocks of zeros, and that only zeros follow. */
async function checkEnd(reader: ByteReader): Promise<void> {
  const second = await reader.read(BLOCK_BYTES);
  if (second.length < BLOCK_BYTES) throw cut();
  if (!isZero(second)) throw damagedTar("there are bytes after its end");
  for (let rest = await reader.some(MAX_PIECE_BYTES); rest; rest = await reader.some(MAX_PIECE_BYTES)) {
    if (!isZero(rest)) throw damagedTar("there are bytes after its end");
  }
}

async function wholeBlock(reader: ByteReader): Promise<Buffer> {
  const block = await reader.read(BLOCK_BYTES);
  if (block.length < BLOCK_BYTES) throw cut();
  return block;
}

/** The data of one entry, read once. */
class EntryData {
  readonly #reader: ByteReader;
  #left: number;
  #padding: number;

  constructor(reader: ByteReader, { size }: TarHeader) {
    this.#reader = reader;
    this.#left = size;
    this.#padding = paddingOf(size);
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) yield await this.#piece();
  }

  async passOver(): Promise<void> {
    while (this.#left > 0) await this.#piece();
    const padding = await this.#reader.read(this.#padding);
    if (padding.length < this.#padding) throw cut();
    this.#padding = 0;
  }

  async #piece(): Promise<Uint8Array> {
    const piece = await this.#reader.some(Math.min(this.#left, MAX_PIECE_BYTES));
    if (!piece) throw cut();
    this.#left -= piece.length;
    return piece;
  }
}

function check({ name, type, typeName, size }: TarHeader): void {
  entryParts(name);
  if (type === "other") {
    throw new ArchiveError(
      "unsafe_entry",
      `the entry "${name}" is a ${typeName}; only files and directories are allowed`,
      {
        entry: name,
      },
    );
  }
  if (type === "directory" && size > 0) throw damagedTar(`the directory "${name}" has a size`);
}

function cut(): ArchiveError {
  return new ArchiveError("damaged", "the archive is cut: its end is missing");
}

function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

interface ExtractTarOptions {
  readonly limits?: TarLimits;
  readonly signal?: AbortSignal;
}

/** Unpacks a tar archive as {@link extractEntries} says. Throws {@link ArchiveError} as {@link readTar} does. */
export async function extractTar(
  source: AsyncIterable<Uint8Array>,
  into: string,
  { limits, signal }: ExtractTarOptions = {},
): Promise<Extracted> {
  return extractEntries(readTar(source, limits), into, signal);
}
