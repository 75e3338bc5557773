import type { BigIntStats, FSWatcher } from "node:fs";
import { lstat } from "node:fs/promises";
import { type Folder, type HostPath, inParallel, inside, sortedNames } from "./held-folder.ts";

/** What is known of an entry of a watched folder. */
export interface Entry {
  /** What it is, whatever its name: numbers of files are given anew at once, so the time of its birth is part of it. */
  readonly key: string;
  readonly isDir: boolean;
  /** Changes with what is in it. */
  readonly content: string;
  /** Changes with its permissions, owner and number of names. */
  readonly attributes: string;
}

/** A folder that is watched. Names are bytes, written as Latin-1. */
export class WatchedFolder {
  readonly key: string;
  readonly entries = new Map<string, Entry>();
  readonly folders = new Map<string, WatchedFolder>();
  /** Names of what came and went before it could be looked at, and whose going is still to be told. */
  readonly ghosts = new Set<string>();
  /** Names whose change is still to be looked at. */
  readonly changing = new Set<string>();
  /** Absent for the folder that the watch is for, and while one is between two places. */
  parent: WatchedFolder | undefined;
  name: string;
  watcher: FSWatcher | undefined;

  constructor(key: string, parent: WatchedFolder | undefined, name: string) {
    this.key = key;
    this.parent = parent;
    this.name = name;
  }

  /** The folders from the one that the watch is for down to this one, which is the last. */
  get line(): WatchedFolder[] {
    return [...(this.parent?.line ?? []), this];
  }

  /** Stops to watch it and all below it. */
  close(): void {
    this.watcher?.close();
    for (const folder of this.folders.values()) folder.close();
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

/** Everything in a folder that is held; undefined when it has more than `most` entries. */
export async function entriesIn(folder: Folder, most: number): Promise<Map<string, Entry> | undefined> {
  const names = await sortedNames(folder, most);
  if (!names) return undefined;
  const found = await inParallel(names, async (name) => {
    return [name.toString("latin1"), await entryAt(inside(folder, name))] as const;
  });
  return new Map(found.filter((one): one is readonly [string, Entry] => one[1] !== undefined));
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
