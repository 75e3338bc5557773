import { type BigIntStats, type FSWatcher, watch } from "node:fs";
import { lstat } from "node:fs/promises";
import {
  type Directory,
  type DirHandle,
  type HostPath,
  inParallel,
  inside,
  openDirHandle,
  sortedNames,
} from "./dir-handle.ts";
import { tooManyWatches } from "./file-errors.ts";
import type { SessionFiles } from "./session-files.ts";

/** Known facts of an entry of a watched directory. */
export interface Entry {
  /** Identity, independent of the name: inode number and birth time, because inode numbers are reused at once. */
  readonly key: string;
  readonly isDir: boolean;
  /** Changes with the content. */
  readonly content: string;
  /** Changes with permissions, owner and link count. */
  readonly attributes: string;
}

/** Time without a pending notice after which the notice of a removal does not come any more. */
const GHOST_MS = 1_000;

/** Watched directory. Names are bytes, stored as Latin-1 text. */
export class WatchedDirectory {
  /** Identity; unknown until it is opened for the first time. */
  key: string | undefined;
  readonly entries = new Map<string, Entry>();
  readonly directories = new Map<string, WatchedDirectory>();
  /** Removed names whose notice is still to come, each with the function that stops its timer. */
  readonly #ghosts = new Map<string, () => void>();
  /** Names with an unprocessed change. */
  readonly changing = new Set<string>();
  /** Absent for the top directory of the watch, and for a directory during a move. */
  parent: WatchedDirectory | undefined;
  name: string;
  watcher: FSWatcher | undefined;

  constructor(parent: WatchedDirectory | undefined, name: string) {
    this.parent = parent;
    this.name = name;
  }

  /** Directories from the top of the watch down to this one. */
  get line(): WatchedDirectory[] {
    return [...(this.parent?.line ?? []), this];
  }

  /** Records a removed name whose notice is still to come; `isBusy` is true while notices wait. */
  addGhost(name: string, isBusy: () => boolean): void {
    this.takeGhost(name);
    this.#ghosts.set(
      name,
      afterNotices(GHOST_MS, isBusy, () => this.#ghosts.delete(name)),
    );
  }

  /** True once for a name that is known to be removed. */
  takeGhost(name: string): boolean {
    this.#ghosts.get(name)?.();
    return this.#ghosts.delete(name);
  }

  /** Stops watching the tree. */
  close(): void {
    this.watcher?.close();
    for (const stopTimer of this.#ghosts.values()) stopTimer();
    for (const directory of this.directories.values()) directory.close();
  }
}

/**
 * Opens the last directory of a line for the duration of `work`. Throws a {@link FileError} when it was replaced by
 * another directory.
 *
 * @param top path of the first directory of the line
 */
export async function holdDirectory<T>(
  files: SessionFiles,
  top: string,
  line: readonly WatchedDirectory[],
  work: (held: DirHandle, entry: Entry) => Promise<T>,
): Promise<T> {
  return await files.reach({ field: "path", path: top }, {}, async (resolved) => {
    let held = await openDirHandle(resolved.at);
    try {
      for (const { name } of line.slice(1)) {
        const next = await openDirHandle(inside(held, Buffer.from(name, "latin1")));
        await held.close();
        held = next;
      }
      const entry = await entryAt(`${held.at}/.`);
      const { key } = line.at(-1) ?? {};
      if (!entry || (key !== undefined && key !== entry.key)) throw Object.assign(new Error(), { code: "ENOENT" });
      return await work(held, entry);
    } finally {
      await held.close();
    }
  });
}

export async function entryAt(at: HostPath): Promise<Entry | undefined> {
  try {
    return asEntry(await lstat(at, { bigint: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Entries of an open directory; undefined when there are more than `maxEntries`. */
export async function entriesIn(directory: Directory, maxEntries: number): Promise<Map<string, Entry> | undefined> {
  const names = await sortedNames(directory, maxEntries);
  if (!names) return undefined;
  const found = await inParallel(names, async (name) => {
    return [name.toString("latin1"), await entryAt(inside(directory, name))] as const;
  });
  return new Map(found.filter((entry): entry is readonly [string, Entry] => entry[1] !== undefined));
}

function asEntry(facts: BigIntStats): Entry {
  const { dev, ino, birthtimeNs, size, mtimeNs, mode, uid, gid, nlink } = facts;
  return {
    key: `${dev}-${ino}-${birthtimeNs}`,
    isDir: facts.isDirectory(),
    content: `${size}-${mtimeNs}`,
    attributes: `${mode}-${uid}-${gid}-${nlink}`,
  };
}

/** Watches an open directory, also after it is closed. Throws a {@link FileError} at the system's limit of watches. */
export function watchDirectory({ at }: Directory): FSWatcher {
  try {
    // With the dot, notices about the directory itself have a name that no file can have.
    return watch(`${at}/.`, { encoding: "buffer" as "utf8", persistent: false });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Linux reports ENOSPC at the limit of watches.
    if (!["ENOSPC", "EMFILE"].includes(code)) throw error;
    throw tooManyWatches(
      "the system watches as many directories as it can (fs.inotify.max_user_watches); stop a watch first",
    );
  }
}

/** Path of an entry as the session's processes see it. */
export function pathOf(top: string, directory: WatchedDirectory, name: string): string {
  const names = [...directory.line.slice(1).map((entry) => entry.name), name].map(decodedName);
  return `${top === "/" ? "" : top}/${names.join("/")}`;
}

/** Decodes the bytes of a name as UTF-8. */
export function decodedName(name: string): string {
  return Buffer.from(name, "latin1").toString();
}

/**
 * Calls `call` after a time, once no notice waits. A process that was stopped meanwhile reads the notices that have come
 * first: Node runs timers that are due before it reads. Returns a function that cancels.
 *
 * @param isBusy true while notices that were read wait for their turn
 */
export function afterNotices(ms: number, isBusy: () => boolean, call: () => void): () => void {
  let isOver = false;
  const look = (): void => {
    if (isOver) return;
    if (isBusy()) timer.refresh();
    else call();
  };
  const timer = setTimeout(() => setImmediate(look), ms).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
