import type { Stats } from "node:fs";
import { access, constants } from "node:fs/promises";
import { type ZipSource, zipStream } from "../../archive/zip-stream.ts";
import {
  type DirHandle,
  type Folder,
  factsOf,
  type HostPath,
  inParallel,
  inside,
  openDirHandle,
  openRegular,
  sortedNames,
} from "./dir-handle.ts";
import { type AskedPath, badPath, systemFolderOf } from "./file-errors.ts";
import type { FileSource } from "./file-source.ts";
import { requireFolder } from "./operations.ts";
import type { SessionFiles } from "./session-files.ts";

/** The most files and folders of one archive. assumed: what an upload takes, so that it can go back. */
const ENTRIES = 100_000;
const PATH_BYTES = 4_096;
const BATCH = 64;
/** Larger ones take more memory and no less time. */
const CHUNK_BYTES = 64 * 1_024;

/**
 * A folder as a zip archive, made while it is sent (contract 2.6). Links, pipes, sockets, devices and the system's
 * folders in it are left out; so is what vanishes meanwhile. Throws a {@link FileError} for what cannot be read, and beyond 100 000
 * entries, before the first byte. assumed: a backslash in a name, which archives cannot carry, becomes `_`.
 *
 * @param signal ends the archive before its end, as a broken one
 */
export function zipDirectory(files: SessionFiles, path: string, signal: AbortSignal): Promise<FileSource> {
  const asked: AskedPath = { field: "path", path, what: "directory" };
  return files.reach(asked, { follow: true }, async (place) => {
    await requireFolder(place, asked);
    const folder = await openDirHandle(place.at);
    const gone = new AbortController();
    const options = { isRoot: place.path === "/", signal: AbortSignal.any([signal, gone.signal]) };
    try {
      await survey(folder, options, asked);
    } catch (error) {
      await folder.close();
      throw error;
    }
    const name = place.name.replace(/[^A-Za-z0-9._-]/g, "_").replace(/^\.+/, "_");
    let begun = false;
    return {
      filename: `${name || "files"}.zip`,
      open: () => {
        begun = true;
        return zipStream(sources(folder, options));
      },
      // Whoever reads the folder lets go of it: until then its number must not become another's.
      release: () => {
        gone.abort();
        return begun ? undefined : folder.close();
      },
    };
  });
}

interface WalkOptions {
  isRoot: boolean;
  signal: AbortSignal;
}

interface Found {
  /** Its path in the archive. */
  name: string;
  facts: Stats;
  at: HostPath;
  readable: boolean;
}

/** Looks at everything once: what cannot be sent is said while there still can be an answer. */
async function survey(folder: Folder, options: WalkOptions, asked: AskedPath): Promise<void> {
  let count = 0;
  for await (const { name, readable } of walk(folder, "", options)) {
    count += 1;
    if (count > ENTRIES) throw badPath(asked, `has more than ${ENTRIES} files and directories; download parts of it`);
    if (Buffer.byteLength(name) > PATH_BYTES) throw badPath(asked, `has paths of more than ${PATH_BYTES} bytes in it`);
    if (!readable) throw badPath(asked, `has "${name}" in it, which cannot be read: permission denied`);
  }
}

async function* sources(folder: DirHandle, options: WalkOptions): AsyncGenerator<ZipSource> {
  try {
    for await (const { name, facts, at } of walk(folder, "", options)) {
      const entry = { name, isDir: facts.isDirectory(), mode: facts.mode, modified: facts.mtime };
      if (entry.isDir) yield entry;
      else yield* fileSource(entry, at);
    }
  } finally {
    await folder.close();
  }
}

/** A file, open while it is its turn and as long as when it was opened. Nothing when it has vanished. */
async function* fileSource(entry: Omit<ZipSource, "open">, at: HostPath): AsyncGenerator<ZipSource> {
  const opened = await openRegular(at).catch(ifGone);
  const handle = opened?.handle;
  if (!handle) return;
  try {
    const size = Number(opened.facts.size);
    if (size === 0) yield entry;
    else {
      const open = async () => handle.createReadStream({ end: size - 1, highWaterMark: CHUNK_BYTES });
      yield { ...entry, open };
    }
  } finally {
    await handle.close();
  }
}

async function* walk(folder: Folder, prefix: string, { isRoot, signal }: WalkOptions): AsyncGenerator<Found> {
  const names = await sortedNames(folder, ENTRIES + 1);
  const archived = archiveNames(names ?? []);
  const found = lookedAt((names ?? []).map((bytes) => inside(folder, bytes)));
  for (const [index, bytes] of (names ?? []).entries()) {
    signal.throwIfAborted();
    const { value: one } = await found.next();
    if (!one || (isRoot && systemFolderOf(`/${bytes}`) !== undefined)) continue;
    const name = `${prefix}${archived[index]}`;
    yield { name, ...one };
    if (!one.facts.isDirectory()) continue;
    const below = await openDirHandle(one.at).catch(ifGone);
    if (!below) continue;
    try {
      yield* walk(below, `${name}/`, { isRoot: false, signal });
    } finally {
      await below.close();
    }
  }
}

/** Facts of the entry at each path, read in batches; undefined for an entry that is neither file nor directory. */
async function* lookedAt(paths: readonly HostPath[]): AsyncGenerator<Omit<Found, "name"> | undefined, undefined> {
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

/** Names of one folder as an archive can have them: text without a backslash, each once. */
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

/** Nothing for what has vanished, or has become something else, since its folder was read. */
function ifGone(error: NodeJS.ErrnoException): undefined {
  if (["ENOENT", "ENOTDIR", "ELOOP"].includes(error.code ?? "")) return undefined;
  throw error;
}
