import { type BigIntStats, closeSync, openSync, type Stats } from "node:fs";
import { chmod, constants, type FileHandle, lstat, open, opendir, realpath } from "node:fs/promises";

/** Open directory of a session; nobody can replace it by another one. */
export interface Directory {
  /** System path of the directory; valid while it is open. */
  readonly at: string;
}

export interface DirHandle extends Directory {
  close(): Promise<void>;
}

/** Path for system calls. Names in a session are bytes and not necessarily UTF-8. */
export type HostPath = string | Buffer;

const { O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
/** Linux flag to refer to a file without opening it and without permission on it; Node has no constant for it. */
const O_PATH = 0o10000000;
const isLinux = process.platform === "linux";
const OWNER_ALL = 0o700;
/** Maximum number of parallel system calls of one request. */
const MAX_PARALLEL = 32;

/** Path of an entry of an open directory. */
export function inside(directory: Directory, name: string | Buffer): HostPath {
  return typeof name === "string" ? `${directory.at}/${name}` : Buffer.concat([Buffer.from(`${directory.at}/`), name]);
}

/**
 * Opens a directory, by a path in another open directory, until `close`. Never follows a link. This needs /proc
 * (Linux); on other systems the directory is identified by its real path at this moment, and a process that later
 * replaces it by a link can win a race.
 */
export async function openDirHandle(at: HostPath): Promise<DirHandle> {
  if (isLinux) {
    const handle = await open(at, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    return { at: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
  }
  const path = at.toString();
  const isItself = (await realpath(path)).toLowerCase() === path.toLowerCase();
  if (!isItself || !(await lstat(path)).isDirectory()) {
    throw Object.assign(new Error("it is not a directory"), { code: "ENOTDIR" });
  }
  return { at: path, close: async () => {} };
}

/**
 * Opens a directory below another one synchronously, without following any link of the path. Linux only. Throws a
 * system error. The caller closes the descriptor.
 *
 * @param names parts of its path, none of them empty, `.` or `..` @param entered called with each opened directory
 * below `root`; an error ends the walk
 */
export function openDirectoryNow(
  root: string,
  names: readonly string[],
  entered?: (descriptor: number) => void,
): number {
  let directory = openSync(root, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  try {
    for (const name of names) {
      const next = openSync(`/proc/self/fd/${directory}/${name}`, O_PATH | O_DIRECTORY | O_NOFOLLOW);
      closeSync(directory);
      directory = next;
      entered?.(directory);
    }
    return directory;
  } catch (error) {
    closeSync(directory);
    throw error;
  }
}

/** Opens a directory for the duration of `work`. */
export async function withDirectory<T>(at: HostPath, work: (directory: DirHandle) => Promise<T>): Promise<T> {
  const held = await openDirHandle(at);
  try {
    return await work(held);
  } finally {
    await held.close();
  }
}

/** `lstat` of a path; undefined when it does not exist. */
export async function factsOf(at: HostPath): Promise<Stats | undefined> {
  try {
    return await lstat(at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Names in a directory, unsorted. */
export async function* namesIn(directory: Directory): AsyncGenerator<Buffer> {
  // Node accepts "buffer" here; its types do not.
  for await (const { name } of await opendir(directory.at, { encoding: "buffer" as BufferEncoding, bufferSize: 256 })) {
    yield name as unknown as Buffer;
  }
}

/** Names in a directory, sorted by their bytes; undefined when there are more than `maxEntries`. */
export async function sortedNames(directory: Directory, maxEntries: number): Promise<Buffer[] | undefined> {
  const names: Buffer[] = [];
  for await (const name of namesIn(directory)) {
    if (names.length >= maxEntries) return undefined;
    names.push(name);
  }
  return names.sort(Buffer.compare);
}

/** Runs work on items with limited parallelism; results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += MAX_PARALLEL) {
    results.push(...(await Promise.all(items.slice(at, at + MAX_PARALLEL).map(work))));
  }
  return results;
}

/**
 * Opens a regular file for reading. Never opens a link, a device, or a pipe, which would block until its other end
 * opens.
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

/** Changes the permissions of a file or directory; never follows a link. */
export async function changeMode(at: HostPath, mode: number): Promise<void> {
  if (!isLinux) return chmod(at, mode);
  const handle = await open(at, O_PATH | O_NOFOLLOW);
  try {
    await chmod(`/proc/self/fd/${handle.fd}`, mode);
  } finally {
    await handle.close();
  }
}

/** Gives the owner full access to an open directory, whatever its permissions. */
export async function makeUsable({ at }: Directory): Promise<void> {
  const self = `${at}/.`;
  const facts = await lstat(self).catch(() => undefined);
  // Without the search permission even "." cannot be resolved.
  const mode = facts ? facts.mode & 0o7777 : 0;
  if ((mode & OWNER_ALL) !== OWNER_ALL) await chmod(at, mode | OWNER_ALL);
}
