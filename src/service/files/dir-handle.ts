import type { BigIntStats, Stats } from "node:fs";
import { chmod, constants, type FileHandle, lstat, open, opendir, realpath } from "node:fs/promises";

/** A directory of a session that is held, so that nobody can put another in its place. */
export interface Directory {
  /** A path by which the system reaches it; of use while it is held. */
  readonly at: string;
}

export interface DirHandle extends Directory {
  close(): Promise<void>;
}

/** A path for the system. Names in directories of a session are bytes and need not be UTF-8. */
export type HostPath = string | Buffer;

const { O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
/** Linux: names a file without opening it, which needs no permission on the file itself. Node has no name for it. */
const O_PATH = 0o10000000;
const isLinux = process.platform === "linux";
const OWNER_ALL = 0o700;
/** Calls to the system at the same time for one request. */
const PARALLEL = 32;

/** The path of an entry of a directory that is held. */
export function inside(directory: Directory, name: string | Buffer): HostPath {
  return typeof name === "string" ? `${directory.at}/${name}` : Buffer.concat([Buffer.from(`${directory.at}/`), name]);
}

/**
 * Holds a directory, by the path of a place in one that is held, until `close`. Never follows a link. That needs Linux'
 * /proc; elsewhere a directory is named by its path, which must be its real one at this moment, so that a process that
 * changes it into a link later can win a race.
 */
export async function openDirHandle(at: HostPath): Promise<DirHandle> {
  if (isLinux) {
    const handle = await open(at, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    return { at: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
  }
  const path = at.toString();
  const isItself = (await realpath(path)).toLowerCase() === path.toLowerCase();
  if (!isItself || !(await lstat(path)).isDirectory()) {
    throw Object.assign(new Error("it is no directory"), { code: "ENOTDIR" });
  }
  return { at: path, close: async () => {} };
}

/** Holds a directory for as long as `work` takes. */
export async function withDirectory<T>(at: HostPath, work: (directory: DirHandle) => Promise<T>): Promise<T> {
  const held = await openDirHandle(at);
  try {
    return await work(held);
  } finally {
    await held.close();
  }
}

/** Facts of the entry at a path, of a link itself; undefined when there is none. */
export async function factsOf(at: HostPath): Promise<Stats | undefined> {
  try {
    return await lstat(at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The names in a directory, as they come. */
export async function* namesIn(directory: Directory): AsyncGenerator<Buffer> {
  // Node takes "buffer" here, its types do not say so.
  for await (const { name } of await opendir(directory.at, { encoding: "buffer" as BufferEncoding, bufferSize: 256 })) {
    yield name as unknown as Buffer;
  }
}

/** The names in a directory, sorted by their bytes; undefined when there are more than `maxEntries`. */
export async function sortedNames(directory: Directory, maxEntries: number): Promise<Buffer[] | undefined> {
  const names: Buffer[] = [];
  for await (const name of namesIn(directory)) {
    if (names.length >= maxEntries) return undefined;
    names.push(name);
  }
  return names.sort(Buffer.compare);
}

/** Several pieces of work at the same time, a few of them; results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += PARALLEL) {
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL).map(work))));
  }
  return results;
}

/**
 * Opens a file for reading, if it is a regular one. Nothing else is opened, not even for a moment: neither a link nor a
 * pipe, which would wait for its other end, nor a device.
 */
export async function openRegular(at: HostPath): Promise<{ facts: BigIntStats; handle: FileHandle | undefined }> {
  const named = await open(at, isLinux ? O_PATH | O_NOFOLLOW : O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  let keep = false;
  try {
    const facts = await named.stat({ bigint: true });
    if (!facts.isFile()) return { facts, handle: undefined };
    keep = !isLinux;
    return { facts, handle: isLinux ? await open(`/proc/self/fd/${named.fd}`, O_RDONLY | O_NONBLOCK) : named };
  } finally {
    if (!keep) await named.close();
  }
}

/** Changes the permissions of a file or directory. Never of what a link leads to. */
export async function changeMode(at: HostPath, mode: number): Promise<void> {
  if (!isLinux) return chmod(at, mode);
  const handle = await open(at, O_PATH | O_NOFOLLOW);
  try {
    await chmod(`/proc/self/fd/${handle.fd}`, mode);
  } finally {
    await handle.close();
  }
}

/** Lets the owner list and change a directory that is held, whatever its permissions say. */
export async function makeUsable({ at }: Directory): Promise<void> {
  const self = `${at}/.`;
  const facts = await lstat(self).catch(() => undefined);
  // Without the right to search it, the directory cannot even name itself.
  const mode = facts ? facts.mode & 0o7777 : 0;
  if ((mode & OWNER_ALL) !== OWNER_ALL) await chmod(at, mode | OWNER_ALL);
}
