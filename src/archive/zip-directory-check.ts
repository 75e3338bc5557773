import type { Entry, LocalFileHeader, ZipFile } from "yauzl";
import { ArchiveError } from "./archive-error.ts";
import type { ZipFileReader } from "./zip-file-reader.ts";

/** Records that may follow the last entry of a directory, each at most once and in this order. */
const SIGNATURE = 0x05054b50;
const END_ZIP64 = 0x06064b50;
const LOCATOR_ZIP64 = 0x07064b50;
const END = 0x06054b50;
const END_BYTES = 22;
const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED = 1;
const SIZES_FOLLOW = 8;
const UTF8_NAME = 0x800;
const IN_ZIP64 = 0xffffffff;

/** Ranges of the data of entries in a zip archive. Overlapping entries are refused. */
export class EntryPlaces {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(entry: Entry): void {
    const start = entry.relativeOffsetOfLocalHeader;
    this.#starts.push(start);
    this.#ends.push(start + LOCAL_HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize);
  }

  /** Throws {@link ArchiveError} `damaged` when two entries overlap, or one lies in the directory or behind it. */
  check(directoryStart: number): void {
    const order = this.#starts.map((_start, at) => at).sort((a, b) => (this.#starts[a] ?? 0) - (this.#starts[b] ?? 0));
    let end = 0;
    for (const at of order) {
      if ((this.#starts[at] ?? 0) < end) throw damaged("two of its entries share the same bytes");
      end = this.#ends[at] ?? 0;
    }
    if (end > directoryStart) throw damaged("an entry overlaps its directory");
  }
}

/**
 * Checks that the end of the archive directly follows the last entry of its directory, and that nothing follows the
 * end. Throws {@link ArchiveError} `damaged`.
 *
 * @param at offset up to which the directory has been read
 */
export async function checkDirectoryEnd(reader: ZipFileReader, at: number): Promise<void> {
  const cut = (): ArchiveError => damaged("the end of its directory is cut");
  let place = at;
  const record = async (): Promise<Buffer> => {
    const bytes = await reader.bytesAt(place, END_BYTES);
    if (bytes.length < END_BYTES) throw cut();
    return bytes;
  };
  let next = await record();
  const skip = async (bytes: number): Promise<void> => {
    if (bytes > reader.size - place) throw cut();
    place += bytes;
    next = await record();
  };
  if (next.readUInt32LE() === SIGNATURE) await skip(6 + next.readUInt16LE(4));
  if (next.readUInt32LE() === END_ZIP64) await skip(12 + Number(next.readBigUInt64LE(4)));
  if (next.readUInt32LE() === LOCATOR_ZIP64) await skip(20);
  if (next.readUInt32LE() !== END) throw damaged("its directory has more entries than its end counts");
  if (place + END_BYTES + next.readUInt16LE(20) !== reader.size) throw damaged("there are bytes after its end");
}

/**
 * Reads the header before an entry's data. Throws {@link ArchiveError} `damaged` when its name, size, checksum or
 * compression differs from the directory.
 */
export async function checkedLocalHeader(zip: ZipFile, entry: Entry): Promise<LocalFileHeader> {
  const local = await zip.readLocalFileHeaderPromise(entry);
  const flags = entry.generalPurposeBitFlag;
  const sameFlags = ((local.generalPurposeBitFlag ^ flags) & (ENCRYPTED | UTF8_NAME)) === 0;
  const sizesFollow = ((local.generalPurposeBitFlag | flags) & SIZES_FOLLOW) !== 0;
  const sameSize = (own: number, directory: number): boolean => own === IN_ZIP64 || own === directory;
  const same =
    sameFlags &&
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    (sizesFollow ||
      (local.crc32 === entry.crc32 &&
        sameSize(local.compressedSize, entry.compressedSize) &&
        sameSize(local.uncompressedSize, entry.uncompressedSize)));
  if (!same) throw damaged(`the entry "${entry.fileName}" and the directory contradict each other`, entry.fileName);
  return local;
}

function damaged(why: string, entry?: string): ArchiveError {
  return new ArchiveError("damaged", `the archive is damaged: ${why}`, entry === undefined ? {} : { entry });
}
