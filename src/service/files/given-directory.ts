import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, opendirSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, rm, statfs } from "node:fs/promises";
import { posix } from "node:path";
import { pipeline } from "node:stream/promises";
import { type HostPath, inside, openDirectoryNow, openRegular } from "./dir-handle.ts";
import { firstFreeName, linkUnlessTaken } from "./free-name.ts";

const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;
const CHUNK = 1024 * 1024;

/** Limits of the directories that are accepted. */
export interface GivenDirectoryLimits {
  /** Directory that it must be below, such as `/tmp`. */
  readonly below: string;
  /** Directories that it must not be, nor be below. */
  readonly outside: readonly string[];
}

/**
 * Empty directory that another program of the same user has created to receive files. It is held open, so that a
 * directory that takes its path later does not get the files. Creates files and never overwrites one; changes nothing
 * else.
 */
export class GivenDirectory {
  readonly path: string;
  readonly #descriptor: number;
  readonly #end = new AbortController();
  readonly #writes = new Set<Promise<unknown>>();

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /**
   * Opens a directory. Returns undefined for a path with a link or a relative part, one outside the limits, a directory
   * that is not empty or belongs to another user, and on systems other than Linux.
   */
  static open(path: string, { below, outside }: GivenDirectoryLimits): GivenDirectory | undefined {
    const isPlain = path === posix.normalize(path) && !path.endsWith("/") && !path.includes("\0");
    if (process.platform !== "linux" || !isPlain || !path.startsWith(`${below}/`)) return undefined;
    let descriptor: number | undefined;
    try {
      const excluded = outside.map((each) => statSync(each));
      descriptor = openDirectoryNow("/", path.split("/").slice(1), (entered) => {
        const facts = fstatSync(entered);
        if (excluded.some((each) => isSame(each, facts))) throw new Error(`"${path}" is excluded`);
      });
      if (isOwn(descriptor) && isEmpty(descriptor)) return new GivenDirectory(path, descriptor);
    } catch {
      // Not usable, whatever the reason is.
    }
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }

  /** True while the path still leads to this directory. */
  get isThere(): boolean {
    const facts = statSync(this.path, { throwIfNoEntry: false });
    return facts !== undefined && isSame(facts, fstatSync(this.#descriptor));
  }

  /**
   * Copies a regular file into the directory, under the first free one of its numbered names, and returns that name.
   * The name appears when the file is complete. Rejects with a system error; with ENOSPC before anything is written
   * when the disk has too little space.
   *
   * A copy, because the processes of the session could still change a linked file.
   */
  async write(name: string, source: HostPath): Promise<string> {
    const writing = this.#write(name, source);
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
    }
  }

  /** Aborts running copies and closes the directory. */
  async close(): Promise<void> {
    if (this.#end.signal.aborted) return;
    this.#end.abort(new Error("the directory is no longer used"));
    // The number of the open descriptor must not be reused for another file before its last use.
    await Promise.allSettled(this.#writes);
    closeSync(this.#descriptor);
  }

  async #write(name: string, source: HostPath): Promise<string> {
    this.#end.signal.throwIfAborted();
    const directory = { at: `/proc/self/fd/${this.#descriptor}` };
    const { facts, handle } = await openRegular(source);
    if (!handle) throw new Error("it is not a regular file");
    // The suffix by which programs recognize a download of Chromium that is not complete.
    const partial = inside(directory, `${randomUUID()}.crdownload`);
    try {
      await assertSpace(directory.at, facts.size);
      this.#assertOwn();
      const copy = await open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
      await this.#copy(handle, copy);
      this.#assertOwn();
      const free = await firstFreeName(name, (each) => linkUnlessTaken(partial, inside(directory, each)));
      if (free === undefined) throw new Error("there are too many files of this name");
      return free;
    } finally {
      await handle.close();
      await rm(partial, { force: true });
    }
  }

  async #copy(from: FileHandle, to: FileHandle): Promise<void> {
    const source = from.createReadStream({ highWaterMark: CHUNK, autoClose: false });
    await pipeline(source, to.createWriteStream({ highWaterMark: CHUNK }), { signal: this.#end.signal });
  }

  /** The owner of the directory may have changed since it was opened. */
  #assertOwn(): void {
    if (!isOwn(this.#descriptor)) throw new Error(`"${this.path}" is not the service's user's any more`);
  }
}

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;

const isOwn = (descriptor: number): boolean => fstatSync(descriptor).uid === process.geteuid?.();

function isEmpty(descriptor: number): boolean {
  const names = opendirSync(`/proc/self/fd/${descriptor}`);
  try {
    return names.readSync() === null;
  } finally {
    names.closeSync();
  }
}

async function assertSpace(directory: string, bytes: bigint): Promise<void> {
  const { bavail, bsize } = await statfs(directory, { bigint: true });
  if (bavail * bsize < bytes) throw Object.assign(new Error("no space left on the device"), { code: "ENOSPC" });
}
