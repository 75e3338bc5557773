import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { ArchiveError } from "./archive-error.ts";
import { ByteReader } from "./byte-reader.ts";

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const PIECE_BYTES = 64 * 1_024;
const RUN_LENGTH = 1;
const RESERVED = 3;

/** Unpacks zstd data. Throws {@link ArchiveError} `damaged` for data that is damaged, cut, or has bytes after its end. */
export async function* unzstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* through(zstdFrames(source), createZstdDecompress({ chunkSize: PIECE_BYTES }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("ZSTD_") && code !== "Z_BUF_ERROR") throw error;
    throw damaged(message);
  }
}

/**
 * Passes zstd data on and checks that it consists only of complete frames (RFC 8878, 3.1). Throws {@link ArchiveError}
 * `damaged` for truncated data and for bytes after the last frame, both of which Node's decoder accepts silently.
 */
async function* zstdFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  try {
    let frames = 0;
    for (;;) {
      const magic = await reader.read(4);
      if (magic.length === 0 && frames > 0) return;
      if (magic.length < 4) throw frames > 0 ? bytesAfter() : cut();
      const number = magic.readUInt32LE();
      const isSkippable = (number & 0xfffffff0) >>> 0 === SKIPPABLE;
      if (number !== MAGIC && !isSkippable)
        throw frames > 0 ? bytesAfter() : damaged("it does not start like zstd data");
      yield magic;
      yield* isSkippable ? skippableFrame(reader) : dataFrame(reader);
      frames += 1;
    }
  } finally {
    await reader.close().catch(() => {});
  }
}

async function* skippableFrame(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const size = await exactly(reader, 4);
  yield size;
  yield* pass(reader, size.readUInt32LE());
}

async function* dataFrame(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const descriptor = await exactly(reader, 1);
  yield descriptor;
  const flags = descriptor[0] as number;
  const isSingle = (flags & 0x20) !== 0;
  const contentSizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] as number;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] as number;
  yield await exactly(reader, (isSingle ? 0 : 1) + dictionaryBytes + contentSizeBytes);
  for (let isLast = false; !isLast; ) {
    const header = await exactly(reader, 3);
    yield header;
    const bits = header.readUIntLE(0, 3);
    const type = (bits >> 1) & 3;
    if (type === RESERVED) throw damaged("it has a block of an unknown type");
    isLast = (bits & 1) === 1;
    yield* pass(reader, type === RUN_LENGTH ? 1 : bits >> 3);
  }
  if ((flags & 4) !== 0) yield await exactly(reader, 4);
}

async function* pass(reader: ByteReader, size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; ) {
    const piece = await reader.some(Math.min(left, PIECE_BYTES));
    if (!piece) throw cut();
    left -= piece.length;
    yield piece;
  }
}

async function exactly(reader: ByteReader, size: number): Promise<Buffer> {
  const bytes = await reader.read(size);
  if (bytes.length < size) throw cut();
  return bytes;
}

function damaged(why: string): ArchiveError {
  return new ArchiveError("damaged", `the archive is damaged: ${why}`);
}

function cut(): ArchiveError {
  return damaged("its zstd data is cut");
}

function bytesAfter(): ArchiveError {
  return damaged("there are bytes after its end");
}

/**
 * Pipes a source through a transform. The iteration throws the errors of both and closes both. (With `Readable.compose`,
 * an error of the transform at the end of its source is unhandled, which ends the process.)
 */
export async function* through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const fed = pipeline(source, transform);
  fed.catch(() => {});
  try {
    yield* transform as AsyncIterable<Uint8Array>;
    await fed;
  } finally {
    transform.destroy();
  }
}
