import type { Stats } from "node:fs";
import { access, constants, type FileHandle } from "node:fs/promises";
import { type ZipSource, zipStream } from "../../archive/zip-stream.ts";
import {
  type Directory,
  type DirHandle,
  factsOf,
  type HostPath,
  inParallel,
  inside,
  openDirHandle,
  openRegular,
  sortedNames,
} from "./dir-handle.ts";
import { badPath, type RequestedPath, systemDirectoryOf } from "./file-errors.ts";
import { requireDirectory } from "./operations.ts";
import type { FileSource } from "./read-file.ts";
import type { SessionFiles } from "./session-files.ts";

/** Maximum number of entries of an archive. assumed: the limit of an upload, so that it can be uploaded again. */
const MAX_ENTRIES = 100_000;
const PATH_BYTES = 4_096;
const BATCH = 64;
/** Size of a chunk; larger ones use more memory and are not faster. */
const CHUNK_BYTES = 64 * 1_024;

/**
 * Streams a directory as a zip archive (contract 2.6). Omits links, pipes, sockets, devices, system directories, and
 * entries that vanish during the download. Throws a {@link FileError} for unreadable entries and for more than 100 000
 * entries, before the first byte. assumed: a backslash in a name, which archives do not support, becomes `_`.
 *
 * @param signal aborts the archive, which is incomplete then
 */
export function zipDirectory(files: SessionFiles, path: string, signal: AbortSignal): Promise<FileSource> {
  const requested: RequestedPath = { field: "path", path, what: "directory" };
  return files.reach(requested, { follow: true }, async (resolved) => {
    await requireDirectory(resolved, requested);
    const directory = await openDirHandle(resolved.at);
    const gone = new AbortController();
    const options = { isRoot: resolved.path === "/", signal: AbortSignal.any([signal, gone.signal]) };
    try {
      await survey(directory, options, requested);
    } catch (error) {
      await directory.close();
      throw error;
    }
    const name = resolved.name.replace(/[^A-Za-z0-9._-]/g, "_").replace(/^\.+/, "_");
    let begun = false;
    return {
      filename: `${name || "files"}.zip`,
      open: () => {
        begun = true;
        return zipStream(sources(directory, options));
      },
      // The reader closes the directory: its descriptor must not be reused before that.
      release: () => {
        gone.abort();
        return begun ? undefined : directory.close();
      },
    };
  });
}

interface WalkOptions {
  isRoot: boolean;
  signal: AbortSignal;
}

interface Found {
  /** Path in the archive. */
  name: string;
  facts: Stats;
  at: HostPath;
  readable: boolean;
}

/** Checks the whole tree first, while an error response is still possible. */
async function survey(directory: Directory, options: WalkOptions, requested: RequestedPath): Promise<void> {
  let count = 0;
  for await (const { name, readable } of walk(directory, "", options)) {
    count += 1;
    if (count > MAX_ENTRIES)
      throw badPath(requested, `has more than ${MAX_ENTRIES} files and directories; download parts of it`);
    if (Buffer.byteLength(name) > PATH_BYTES)
      throw badPath(requested, `has paths of more than ${PATH_BYTES} bytes in it`);
    if (!readable) throw badPath(requested, `has "${name}" in it, which cannot be read: permission denied`);
  }
}

async function* sources(directory: DirHandle, options: WalkOptions): AsyncGenerator<ZipSource> {
  try {
    for await (const { name, facts, at } of walk(directory, "", options)) {
      const entry = { name, isDir: facts.isDirectory(), mode: facts.mode, modified: facts.mtime, size: 0 };
      if (entry.isDir) yield entry;
      else yield* fileSource(entry, at);
    }
  } finally {
    await directory.close();
  }
}

/** Yields the source of a file with its size at the time of opening; nothing when it has vanished. */
async function* fileSource(entry: Omit<ZipSource, "content">, at: HostPath): AsyncGenerator<ZipSource> {
  const opened = await openRegular(at).catch(ifGone);
  const handle = opened?.handle;
  if (!handle) return;
  try {
    const size = Number(opened.facts.size);
    if (size === 0) yield entry;
    else {
      const content = () =>
        size > CHUNK_BYTES
          ? handle.createReadStream({ end: size - 1, highWaterMark: CHUNK_BYTES })
          : small(handle, size);
      yield { ...entry, size, content };
    }
  } finally {
    await handle.close();
  }
}

/** The first bytes of a file, at most `size`, without the cost of a stream. */
async function* small(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(size), 0, size, 0);
  yield buffer.subarray(0, bytesRead);
}

async function* walk(directory: Directory, prefix: string, { isRoot, signal }: WalkOptions): AsyncGenerator<Found> {
  const names = await sortedNames(directory, MAX_ENTRIES + 1);
  const archived = archiveNames(names ?? []);
  const facts = entryFacts((names ?? []).map((bytes) => inside(directory, bytes)));
  for (const [index, bytes] of (names ?? []).entries()) {
    signal.throwIfAborted();
    const { value: found } = await facts.next();
    if (!found || (isRoot && systemDirectoryOf(`/${bytes}`) !== undefined)) continue;
    const name = `${prefix}${archived[index]}`;
    yield { name, ...found };
    if (!found.facts.isDirectory()) continue;
    const below = await openDirHandle(found.at).catch(ifGone);
    if (!below) continue;
    try {
      yield* walk(below, `${name}/`, { isRoot: false, signal });
    } finally {
      await below.close();
    }
  }
}

/** Facts of the entries, read in batches; undefined for an entry that is neither file nor directory. */
async function* entryFacts(paths: readonly HostPath[]): AsyncGenerator<Omit<Found, "name"> | undefined, undefined> {
  for (let from = 0; from < paths.length; from += BATCH) {
    yield* await inParallel(paths.slice(from, from + BATCH), async (at) => {
      const facts = await factsOf(at).catch(ifGone);
      if (!facts?.isDirectory() && !facts?.isFile()) return undefined;
      const need = facts.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK;
      const readable = await access(at, need).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== "EACCES",
      );
      return { facts, at, readable };
    });
  }
}

/** Unique names for the archive: text without a backslash. */
function archiveNames(names: readonly Buffer[]): string[] {
  const texts = names.map((name) => name.toString().replaceAll("\\", "_"));
  const kept = (index: number): boolean => Buffer.from(texts[index] ?? "").equals(names[index] as Buffer);
  const taken = new Set(texts.filter((_, index) => kept(index)));
  return texts.map((text, index) => {
    if (kept(index)) return text;
    let own = text;
    while (taken.has(own)) own += "_";
    taken.add(own);
    return own;
  });
}

/** Ignores errors of an entry that was removed or replaced since its directory was read. */
function ifGone(error: NodeJS.ErrnoException): undefined {
  if (["ENOENT", "ENOTDIR", "ELOOP"].includes(error.code ?? "")) return undefined;
  throw error;
}
