import { crc32 } from "node:zlib";
import { changed } from "./directory-walk.ts";
import { MAX_SMALL_BYTES } from "./read-walked.ts";
import { SmallPieces } from "./small-pieces.ts";
import {
  centralBytes,
  centralRecord,
  descriptorRecord,
  endBytes,
  endRecords,
  entryBytes,
  localRecord,
  mayNeed64,
  type ZipRecord,
} from "./zip-records.ts";

/** File or directory to add to an uncompressed archive. */
export interface StoredSource {
  /** Its path in the archive, with forward slashes; without one at the end. */
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** The bytes of a file, from its beginning. */
  content(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Zip archive without compression, created while it is read. Its size is known in advance. Only its directory is held
 * in memory.
 */
export class StoredZip {
  readonly #entries: { readonly source: StoredSource; readonly record: ZipRecord }[] = [];
  #offset = 0;
  #directoryBytes = 0;

  add(source: StoredSource): void {
    const name = Buffer.from(source.isDir ? `${source.name}/` : source.name);
    // The checksum of a small entry is known before it is sent; every program can read such an entry.
    const descriptor = source.size > MAX_SMALL_BYTES;
    const { isDir, mode, size } = source;
    const record = { name, isDir, mode, size, descriptor, offset: this.#offset, large: mayNeed64(size) };
    this.#entries.push({ source, record });
    this.#offset += entryBytes(record);
    this.#directoryBytes += centralBytes(record);
  }

  /** Files and directories in it. */
  get count(): number {
    return this.#entries.length;
  }

  /** Size of the archive in bytes. */
  get bytes(): number {
    return this.#offset + this.#directoryBytes + endBytes(this.count, this.#directory);
  }

  get #directory(): { offset: number; bytes: number } {
    return { offset: this.#offset, bytes: this.#directoryBytes };
  }

  /**
   * The archive's bytes, exactly {@link StoredZip.bytes}, or an error: the errors of an entry's content, and {@link
   * ArchiveError} `changed` for content that is longer or shorter than declared.
   */
  async *open(): AsyncGenerator<Uint8Array> {
    const directory: Buffer[] = [];
    const small = new SmallPieces();
    for (const { source, record } of this.#entries) {
      let crc = 0;
      if (record.descriptor) {
        yield* small.add(localRecord(record, 0));
        yield* small.rest();
        let left = record.size;
        for await (const piece of source.content()) {
          left -= piece.length;
          if (left < 0) throw changed(source.name);
          crc = crc32(piece, crc);
          yield piece;
        }
        if (left > 0) throw changed(source.name);
        yield* small.add(descriptorRecord(record, crc));
      } else {
        const content = record.size === 0 ? EMPTY : await all(source);
        crc = crc32(content);
        yield* small.add(localRecord(record, crc));
        yield* small.add(content);
      }
      directory.push(centralRecord(record, crc));
    }
    for (const record of directory) yield* small.add(record);
    yield* small.add(endRecords(this.count, this.#directory));
    yield* small.rest();
  }
}

const EMPTY = Buffer.alloc(0);

/** All bytes of a small source. */
async function all({ name, size, content }: StoredSource): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== size) throw changed(name);
  return bytes;
}
