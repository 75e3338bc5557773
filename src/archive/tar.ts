import { constants, type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createZstdCompress,
  createZstdDecompress,
  type ZstdCompress,
  type ZstdDecompress,
  constants as zlib,
} from "node:zlib";
import { extract, type Header, type Pack, pack } from "tar-stream";
import { ArchiveError, isTold } from "./archive-error.ts";
import { entryParts } from "./entry-name.ts";
import { UnpackTarget, writeAll } from "./unpack-target.ts";

export interface PackTarOptions {
  /** Whether a file or folder, by its path in the folder with forward slashes, is left out with all in it. */
  readonly exclude: (path: string, isDir: boolean) => boolean;
  /** Files beside those of the folder; they come first. */
  readonly extra?: readonly { readonly name: string; readonly data: Buffer }[];
  readonly signal?: AbortSignal;
}

/** What a tar archive may be. */
export interface TarLimits {
  readonly entries: number;
  /** Bytes of all files. */
  readonly bytes: number;
}

export const defaultTarLimits: TarLimits = { entries: 1_000_000, bytes: 64 * 2 ** 30 };

/** A file or folder of a tar archive. */
export interface TarEntry {
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  readonly bytes: number;
  /** The bytes; those that nobody asks for before the next entry are passed over. */
  open(): AsyncIterable<Uint8Array>;
}

const EPOCH = new Date(0);
const READ_BYTES = 64 * 1_024;
/** Two blocks of zeros end a tar archive. */
const END_BYTES = 1_024;
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

export function decompressZstd(): ZstdDecompress {
  return createZstdDecompress({ chunkSize: READ_BYTES });
}

/**
 * Reads the files and folders of a tar archive as it arrives. Throws {@link ArchiveError} for what is no tar archive, one
 * that is cut or has no end, names that lead out of a folder, links and devices, and beyond the limits.
 */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  limits: TarLimits = defaultTarLimits,
): AsyncGenerator<TarEntry> {
  const tail = new Tail();
  const parser = extract();
  const feed = pipeline(Readable.from(tail.watch(source), { objectMode: false }), parser);
  // The parser's own iteration fails too, and says it.
  feed.catch(() => {});
  let entries = 0;
  let bytes = 0;
  try {
    for await (const entry of parser) {
      const { header } = entry;
      check(header);
      entries += 1;
      bytes += header.size ?? 0;
      if (entries > limits.entries) {
        throw new ArchiveError(
          "too_many_entries",
          `the archive has more than the ${limits.entries} entries it may have`,
        );
      }
      if (bytes > limits.bytes) {
        throw new ArchiveError("too_large", `the archive unpacks to more than ${limits.bytes} bytes`);
      }
      yield {
        name: header.name,
        isDir: header.type === "directory",
        mode: (header.mode ?? 0o644) & 0o777,
        bytes: header.size ?? 0,
        open: () => bytesOf(entry as AsyncIterable<Uint8Array>),
      };
      entry.resume();
    }
    await feed;
  } catch (error) {
    throw told(isCut(error) ? ((await feed.catch((cause: unknown) => cause)) ?? error) : error);
  }
  if (!tail.isEnd) throw new ArchiveError("damaged", "the archive is cut: its end is missing");
}

/**
 * Unpacks a tar archive into a folder that exists, is empty, and nobody else writes to. Throws as {@link readTar} does,
 * and for two entries of one name; the errors of the disk go up as they are. Whoever called removes the folder then.
 */
export async function extractTar(
  source: AsyncIterable<Uint8Array>,
  into: string,
  options: { limits?: TarLimits; signal?: AbortSignal } = {},
): Promise<{ entries: number; bytes: number }> {
  const target = new UnpackTarget(into);
  let entries = 0;
  let bytes = 0;
  for await (const entry of readTar(source, options.limits)) {
    options.signal?.throwIfAborted();
    entries += 1;
    if (entry.isDir) {
      await target.makeFolder(entry.name, entry.mode);
      continue;
    }
    const file = await target.makeFile(entry.name, entry.mode);
    try {
      for await (const chunk of entry.open()) {
        await writeAll(file, chunk);
        bytes += chunk.length;
      }
    } finally {
      await file.close();
    }
  }
  return { entries, bytes };
}

/** The bytes of an entry; an archive that ends in the middle of it says so. */
async function* bytesOf(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw told(error);
  }
}

function check({ name, type }: Header): void {
  entryParts(name);
  if (type === "file" || type === "directory" || type === "contiguous-file") return;
  throw new ArchiveError("unsafe_entry", `the entry "${name}" is a ${type}; only files and folders are taken`, {
    entry: name,
  });
}

/** The parser was given up before its end: what fed it says why. */
function isCut(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "STREAM_DESTROYED";
}

function told(error: unknown): unknown {
  if (isTold(error) || (error as Error).name === "AbortError") return error;
  const { message, code } = error as NodeJS.ErrnoException;
  if (
    /Invalid tar header|Unexpected end of data/.test(message) ||
    code?.startsWith("ZSTD_") ||
    code === "Z_BUF_ERROR" ||
    isCut(error)
  ) {
    return new ArchiveError("damaged", `the archive is damaged or no tar archive: ${message}`, { cause: error });
  }
  return error;
}

/** Remembers the last bytes of a stream that goes through it. */
class Tail {
  #last = Buffer.alloc(0);

  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#last = Buffer.concat([this.#last, chunk.subarray(-END_BYTES)]).subarray(-END_BYTES);
      yield chunk;
    }
  }

  get isEnd(): boolean {
    return this.#last.length === END_BYTES && this.#last.every((byte) => byte === 0);
  }
}
