import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw, deflateRawSync } from "node:zlib";
import { MAX_SMALL_BYTES } from "./read-walked.ts";
import { SmallPieces } from "./small-pieces.ts";
import {
  centralBytes,
  centralRecord,
  descriptorRecord,
  endRecords,
  entryBytes,
  localRecord,
  mayNeed64,
  type ZipRecord,
} from "./zip-records.ts";

/** File or directory to add to a zip archive. */
export interface ZipSource {
  /** Its path in the archive, with forward slashes; without one at the end. */
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  readonly modified: Date;
  /** Maximum bytes of its content; 0 for a directory. */
  readonly size: number;
  /** True to store its content without compression. */
  readonly stored?: boolean;
  /** The content of a file, from its beginning; read when it is its turn. */
  content?(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Creates a zip archive from entries as they arrive, one file after the other; only its directory is held in memory.
 * The same entries give the same bytes. An error of an entry destroys the stream.
 */
// Our own, because the libraries for it either look through all entries at each one, or hold their contents.
export function zipStream(entries: AsyncIterable<ZipSource>): Readable {
  return Readable.from(archive(entries), { objectMode: false });
}

async function* archive(entries: AsyncIterable<ZipSource>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  const small = new SmallPieces();
  let offset = 0;
  let directoryBytes = 0;
  for await (const source of entries) {
    const written =
      source.size > MAX_SMALL_BYTES ? largeEntry(source, offset, small) : smallEntry(source, offset, small);
    const { crc, record } = yield* written;
    directory.push(centralRecord(record, crc));
    directoryBytes += centralBytes(record);
    offset += entryBytes(record);
  }
  for (const record of directory) yield* small.add(record);
  yield* small.add(endRecords(directory.length, { offset, bytes: directoryBytes }));
  yield* small.rest();
}

interface Written {
  readonly record: ZipRecord;
  readonly crc: number;
}

/** Writes a directory or a small file. Its checksum comes first; every program can read such an entry. */
async function* smallEntry(source: ZipSource, offset: number, small: SmallPieces): AsyncGenerator<Uint8Array, Written> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.content?.() ?? []) pieces.push(piece);
  const content = Buffer.concat(pieces);
  const isPacked = !source.stored && content.length > 0;
  // Synchronous: the thread pool takes several times as long for contents of this size.
  const packed = isPacked ? deflateRawSync(content) : undefined;
  const record: ZipRecord = {
    ...head(source, offset),
    size: content.length,
    descriptor: false,
    large: false,
    ...(packed && { packed: packed.length }),
  };
  const crc = crc32(content);
  yield* small.add(localRecord(record, crc));
  yield* small.add(packed ?? content);
  return { record, crc };
}

/** Writes a file while it is read. */
async function* largeEntry(source: ZipSource, offset: number, small: SmallPieces): AsyncGenerator<Uint8Array, Written> {
  const isPacked = !source.stored;
  const before: ZipRecord = {
    ...head(source, offset),
    size: 0,
    descriptor: true,
    large: mayNeed64(source.size, isPacked),
    ...(isPacked && { packed: 0 }),
  };
  yield* small.add(localRecord(before, 0));
  yield* small.rest();
  let crc = 0;
  let size = 0;
  let packed = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of source.content?.() ?? []) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
  };
  for await (const piece of isPacked ? deflated(counted()) : counted()) {
    packed += piece.length;
    yield piece;
  }
  const record = { ...before, size, ...(isPacked && { packed }) };
  yield* small.add(descriptorRecord(record, crc));
  return { record, crc };
}

function head({ isDir, mode, modified, name }: ZipSource, offset: number) {
  return { name: Buffer.from(isDir ? `${name}/` : name), isDir, mode, modified, offset };
}

async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressor = createDeflateRaw();
  const fed = pipeline(content, compressor);
  // An error of the content also ends the compressor, whose reader throws it.
  fed.catch(() => {});
  yield* compressor as AsyncIterable<Uint8Array>;
  await fed;
}
