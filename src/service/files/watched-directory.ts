import { type BigIntStats, type FSWatcher, watch } from "node:fs";
import { lstat } from "node:fs/promises";
import { type Directory, type HostPath, inParallel, inside, sortedNames } from "./dir-handle.ts";
import { tooManyWatches } from "./file-errors.ts";

/** Known facts of an entry of a watched directory. */
export interface Entry {
  /** Identity, whatever its name: the system reuses inode numbers at once, so the time of its birth is part of it. */
  readonly key: string;
  readonly isDir: boolean;
  /** Changes with what is in it. */
  readonly content: string;
  /** Changes with its permissions, owner and number of names. */
  readonly attributes: string;
}

/** The system says within this time what has happened, or never. */
const GHOST_MS = 1_000;

/** A directory that is watched. Names are bytes, written as Latin-1. */
export class WatchedDirectory {
  readonly key: string;
  readonly entries = new Map<string, Entry>();
  readonly directories = new Map<string, WatchedDirectory>();
  /** Names that have gone, of which the system is still to say so, and when that became known. */
  readonly ghosts = new Map<string, number>();
  /** Names whose change is still to be looked at. */
  readonly changing = new Set<string>();
  /** Absent for the directory that the watch is for, and while one is between two places. */
  parent: WatchedDirectory | undefined;
  name: string;
  watcher: FSWatcher | undefined;

  constructor(key: string, parent: WatchedDirectory | undefined, name: string) {
    this.key = key;
    this.parent = parent;
    this.name = name;
  }

  /** The directories from the one that the watch is for down to this one, which is the last. */
  get line(): WatchedDirectory[] {
    return [...(this.parent?.line ?? []), this];
  }

  /** Notes that a name has gone, of which the system is still to say so. */
  addGhost(name: string): void {
    this.ghosts.set(name, performance.now());
  }

  /** True once for a name that is known to have gone. */
  takeGhost(name: string): boolean {
    const since = this.ghosts.get(name);
    this.ghosts.delete(name);
    return since !== undefined && performance.now() - since < GHOST_MS;
  }

  /** Stops to watch it and all below it. */
  close(): void {
    this.watcher?.close();
    for (const directory of this.directories.values()) directory.close();
  }
}

export async function entryAt(at: HostPath): Promise<Entry | undefined> {
  try {
    return asEntry(await lstat(at, { bigint: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Everything in a directory that is held; undefined when it has more than `maxEntries` entries. */
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

/**
 * Watches a directory that is held, also after it is let go. Throws a {@link FileError} when the system watches as many
 * as it can.
 */
export function watchDirectory({ at }: Directory): FSWatcher {
  try {
    // With the dot, what is said of the directory itself has a name that no file can have.
    return watch(`${at}/.`, { encoding: "buffer" as "utf8", persistent: false });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Linux says that the disk is full when it means its table of watches.
    if (!["ENOSPC", "EMFILE"].includes(code)) throw error;
    throw tooManyWatches(
      "the system watches as many directories as it can (fs.inotify.max_user_watches); stop a watch first",
    );
  }
}

/** The path of an entry as the session's processes see it. */
export function pathOf(top: string, directory: WatchedDirectory, name: string): string {
  const names = [...directory.line.slice(1).map((entry) => entry.name), name].map(decodedName);
  return `${top === "/" ? "" : top}/${names.join("/")}`;
}

/** The bytes of a name as text. */
export function decodedName(name: string): string {
  return Buffer.from(name, "latin1").toString();
}
