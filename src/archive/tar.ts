import { constants, type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Header, type Pack, pack } from "tar-stream";
import { ParallelZstd } from "./parallel-zstd.ts";

export interface PackTarOptions {
  /** Returns true for a path that is left out, with everything below it. Paths are relative, with forward slashes. */
  readonly exclude: (path: string, isDir: boolean) => boolean;
  /** Additional files; they come first. */
  readonly extra?: readonly { readonly name: string; readonly data: Buffer }[];
  readonly signal?: AbortSignal;
}

const EPOCH = new Date(0);
const READ_BYTES = 64 * 1_024;
/** Size of one read, in bytes. A file of at most this size is packed in one piece. */
const PACK_BYTES = 512 * 1_024;
const LEVEL = 3;

/**
 * Packs the files and directories below a directory, sorted, in constant memory; links, sockets and devices are
 * omitted. Files may change during packing: a file that vanishes is omitted, one that grows is truncated, one that
 * shrinks is filled with zeros.
 */
export function packTar(directory: string, options: PackTarOptions): Readable {
  const tar = pack();
  const output = Readable.from(tar as AsyncIterable<Uint8Array>, { objectMode: false, highWaterMark: READ_BYTES });
  const fill = async (): Promise<void> => {
    for (const { name, data } of options.extra ?? []) {
      await addBuffer(tar, { name, mode: 0o600, mtime: EPOCH, size: data.length }, data);
    }
    await addDirectory(tar, directory, "", options);
    tar.finalize();
  };
  fill().catch((error) => tar.destroy(error));
  return output;
}

function addBuffer(tar: Pack, header: Partial<Header> & { name: string }, data: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  tar.entry(header, data, (error) => (error ? reject(error) : resolve()));
  return promise;
}

async function addDirectory(tar: Pack, directory: string, path: string, options: PackTarOptions): Promise<void> {
  const names = await readdir(join(directory, path)).catch(missing);
  for (const name of (names ?? []).sort()) {
    options.signal?.throwIfAborted();
    const inner = path === "" ? name : `${path}/${name}`;
    const facts = await lstat(join(directory, inner)).catch(missing);
    if (!facts || !(facts.isFile() || facts.isDirectory()) || options.exclude(inner, facts.isDirectory())) continue;
    if (facts.isDirectory()) {
      tar.entry({ name: `${inner}/`, type: "directory", mode: 0o700, mtime: facts.mtime });
      await addDirectory(tar, directory, inner, options);
    } else await addFile(tar, join(directory, inner), inner);
  }
}

async function addFile(tar: Pack, path: string, name: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(missing);
  if (!file) return;
  try {
    const { size, mtime, mode } = await file.stat();
    const header = { name, size, mtime, mode: mode & 0o777 };
    if (size <= PACK_BYTES) await addBuffer(tar, header, await small(file, size));
    else await pipeline(Readable.from(exactly(file, size), { objectMode: false }), tar.entry(header));
  } finally {
    await file.close();
  }
}

/** All bytes of a small file, exactly as many as its header declares. */
async function small(file: FileHandle, size: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exactly(file, size)) pieces.push(piece);
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, size);
}

/** Bytes of a file, exactly as many as its header declares. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  while (left > 0) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(left, PACK_BYTES)));
    // The file has shrunk.
    if (bytesRead === 0) buffer.fill(0);
    const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    left -= chunk.length;
    yield chunk;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ELOOP") throw error;
}

/** Compresses profiles in their current format (spec 4.12): zstd, level 3, with two workers. */
export function compressZstd(): Transform {
  return new ParallelZstd(LEVEL);
}
