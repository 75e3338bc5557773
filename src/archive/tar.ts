import { constants, type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, type ZstdCompress, constants as zlib } from "node:zlib";
import { type Pack, pack } from "tar-stream";

export interface PackTarOptions {
  /** Whether a file or folder, by its path in the folder with forward slashes, is left out with all in it. */
  readonly exclude: (path: string, isDir: boolean) => boolean;
  /** Files beside those of the folder; they come first. */
  readonly extra?: readonly { readonly name: string; readonly data: Buffer }[];
  readonly signal?: AbortSignal;
}

const EPOCH = new Date(0);
const READ_BYTES = 64 * 1_024;
const LEVEL = 3;

/**
 * Packs the files and folders below a folder, sorted, in constant memory; links, sockets and devices are left out. Files
 * may change meanwhile: one that vanishes is left out, one that grows is cut, one that shrinks is filled with zeros.
 */
export function packTar(folder: string, options: PackTarOptions): Readable {
  const tar = pack();
  const output = Readable.from(tar as AsyncIterable<Uint8Array>, { objectMode: false, highWaterMark: READ_BYTES });
  const fill = async (): Promise<void> => {
    for (const { name, data } of options.extra ?? []) await addBuffer(tar, name, data);
    await addFolder(tar, folder, "", options);
    tar.finalize();
  };
  fill().catch((error) => tar.destroy(error));
  return output;
}

function addBuffer(tar: Pack, name: string, data: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  tar.entry({ name, mode: 0o600, mtime: EPOCH, size: data.length }, data, (error) =>
    error ? reject(error) : resolve(),
  );
  return promise;
}

async function addFolder(tar: Pack, folder: string, path: string, options: PackTarOptions): Promise<void> {
  const names = await readdir(join(folder, path)).catch(missing);
  for (const name of (names ?? []).sort()) {
    options.signal?.throwIfAborted();
    const inner = path === "" ? name : `${path}/${name}`;
    const facts = await lstat(join(folder, inner)).catch(missing);
    if (!facts || !(facts.isFile() || facts.isDirectory()) || options.exclude(inner, facts.isDirectory())) continue;
    if (facts.isDirectory()) {
      tar.entry({ name: `${inner}/`, type: "directory", mode: 0o700, mtime: facts.mtime });
      await addFolder(tar, folder, inner, options);
    } else await addFile(tar, join(folder, inner), inner);
  }
}

async function addFile(tar: Pack, path: string, name: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(missing);
  if (!file) return;
  try {
    const { size, mtime, mode } = await file.stat();
    const entry = tar.entry({ name, size, mtime, mode: mode & 0o777 });
    await pipeline(Readable.from(exactly(file, size), { objectMode: false }), entry);
  } finally {
    await file.close();
  }
}

/** As many bytes of a file as its header has promised. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  while (left > 0) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(left, READ_BYTES)));
    // It has shrunk.
    if (bytesRead === 0) buffer.fill(0);
    const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    left -= chunk.length;
    yield chunk;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ELOOP") throw error;
}

/** Compresses as current profiles are stored (spec 4.12): zstd, level 3, one core. */
export function compressZstd(): ZstdCompress {
  return createZstdCompress({
    params: { [zlib.ZSTD_c_compressionLevel]: LEVEL, [zlib.ZSTD_c_checksumFlag]: 1 },
    chunkSize: READ_BYTES,
  });
}
