import { type Directory, type DirHandle, inParallel, inside, openDirHandle } from "./dir-handle.ts";
import { EventLog, type FileEvent } from "./event-log.ts";
import { badPath, FileError, type RequestedPath } from "./file-errors.ts";
import type { SessionFiles } from "./session-files.ts";
import { type Vanished, VanishedFiles } from "./vanished-files.ts";
import {
  decodedName,
  type Entry,
  entriesIn,
  entryAt,
  pathOf,
  WatchedDirectory,
  watchDirectory,
} from "./watched-directory.ts";

/** Maximum number of watched files and directories. assumed: 100 000; the API has no limit. */
const MAX_ENTRIES = 100_000;
/** Maximum number of queued notices; over it the whole tree is scanned again. */
const MAX_NOTICES = 20_000;
/** Burst size after which the system may have dropped notices (the Linux queue has 16 384). */
const FLOOD = 8_192;
const BATCH = 256;

/** Notice of the system about a name in a directory. */
interface Notice {
  directory: WatchedDirectory;
  name: string;
  /** True when the entry was created, removed or moved; false when it was changed. */
  moved: boolean;
}

/** Error for more entries than a watch allows: it does not start, or a directory is not watched. */
class TooManyEntriesError extends Error {}

/**
 * Watches one directory of a session, or the whole tree below it (contract 3.6). The system reports only that something
 * happened at a name; the kind of change is found by comparison with a snapshot. Every access goes through {@link
 * SessionFiles}: a plain path would reveal the machine's files when a directory was replaced by a link. No library does
 * this. assumed: a file that is atomically replaced is a WRITE, unless the new file was in the watch; changes of
 * permissions are not reported; entries of a moved directory are not reported; removing or moving the watched directory
 * is a DELETE and ends the watch.
 */
export class FileWatch {
  readonly log = new EventLog();
  readonly #files: SessionFiles;
  readonly #recursive: boolean;
  /** True while notices wait for their turn. */
  readonly #isBusy = (): boolean => this.#working;
  readonly #vanished = new VanishedFiles((vanished) => this.#deleted(vanished), this.#isBusy);
  /** Last known location of each entry, by its identity. */
  readonly #lastSeen = new Map<string, { directory: WatchedDirectory; name: string }>();
  #path = "/";
  #top: WatchedDirectory | undefined;
  #ready = false;
  #closed = false;
  #count = 0;
  #notices: Notice[] = [];
  #flood = 0;
  #rescanAll = false;
  #working = false;

  constructor(files: SessionFiles, recursive: boolean) {
    this.#files = files;
    this.#recursive = recursive;
  }

  /** Starts the watch. Throws a {@link FileError} for a directory with too many entries and for a missing one. */
  async start(path: string, requested: RequestedPath): Promise<void> {
    this.#path = path;
    try {
      this.#top = await this.#addDirectory(undefined, "");
    } catch (error) {
      if (!(error instanceof TooManyEntriesError)) throw error;
      throw badPath(requested, `has more than ${MAX_ENTRIES} files and directories in it; watch a part of it`);
    }
    this.#ready = true;
    this.#work();
  }

  close(): void {
    this.#stop();
    this.log.close();
  }

  /** Stops the watch. */
  #stop(): void {
    this.#closed = true;
    this.#notices = [];
    this.#vanished.clear();
    this.#top?.close();
  }

  /** Watches a directory and its content. */
  async #addDirectory(parent: WatchedDirectory | undefined, name: string): Promise<WatchedDirectory> {
    const line = parent ? [...parent.line, { name, key: undefined }] : [{ name, key: undefined }];
    return await this.#hold(line, async (held, { key }) => {
      const directory = new WatchedDirectory(key, parent, name);
      const watcher = watchDirectory(held);
      directory.watcher = watcher;
      if (this.#closed) watcher.close();
      watcher.on("change", (type, name) =>
        this.#notice(directory, type === "rename", name as unknown as Buffer | null),
      );
      watcher.on("error", () => watcher.close());
      try {
        if (parent) parent.directories.set(name, directory);
        else this.#top = directory;
        for (const [name, entry] of await this.#entriesIn(held)) await this.#appeared(directory, name, entry);
        return directory;
      } catch (error) {
        watcher.close();
        throw error;
      }
    });
  }

  async #entriesIn(held: Directory): Promise<Map<string, Entry>> {
    const entries = await entriesIn(held, MAX_ENTRIES - this.#count);
    if (!entries) throw new TooManyEntriesError();
    return entries;
  }

  /**
   * Opens the last directory of a line for the duration of `work`. Throws ENOENT when it was replaced by another
   * directory.
   */
  async #hold<T>(
    line: readonly { name: string; key: string | undefined }[],
    work: (held: DirHandle, entry: Entry) => Promise<T>,
  ): Promise<T> {
    const requested = { field: "path", path: this.#path };
    return await this.#files.reach(requested, {}, async (resolved) => {
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

  #notice(directory: WatchedDirectory, moved: boolean, name: Buffer | null): void {
    if (this.#closed) return;
    this.#countFlood();
    if (name === null || this.#notices.length >= MAX_NOTICES) {
      this.#rescanAll = true;
    } else {
      const text = name.toString("latin1");
      // Deduplicates the notices of a file that is written continuously.
      if (!moved && directory.changing.has(text)) return;
      if (!moved) directory.changing.add(text);
      this.#notices.push({ directory, name: text, moved });
    }
    this.#work();
  }

  #countFlood(): void {
    if (this.#flood === 0) setImmediate(() => (this.#flood = 0));
    this.#flood += 1;
    if (this.#flood >= FLOOD) this.#rescanAll = true;
  }

  #work(): void {
    if (this.#working || !this.#ready) return;
    this.#working = true;
    this.#lookAtNotices()
      .catch(() => this.log.push({ event: "gap" }))
      .finally(() => {
        this.#working = false;
        if (!this.#closed && (this.#notices.length > 0 || this.#rescanAll)) this.#work();
      });
  }

  async #lookAtNotices(): Promise<void> {
    while (!this.#closed && this.#top) {
      if (this.#rescanAll && this.#notices.length === 0) {
        this.#rescanAll = false;
        await this.#rescan(this.#top);
      }
      const directory = this.#notices[0]?.directory;
      if (!directory) return;
      let length = 1;
      while (length < BATCH && this.#notices[length]?.directory === directory) length += 1;
      await this.#look(directory, this.#notices.splice(0, length));
      if (this.#count > 2 * MAX_ENTRIES) {
        this.log.push({ event: "gap" });
        this.#stop();
      }
    }
  }

  /** Processes the notices of one directory. */
  async #look(directory: WatchedDirectory, notices: readonly Notice[]): Promise<void> {
    for (const { name, moved } of notices) if (!moved) directory.changing.delete(name);
    const seen = await this.#inside(directory, (held) =>
      inParallel(notices, ({ name }) =>
        name === "." ? Promise.resolve(undefined) : entryAt(inside(held, Buffer.from(name, "latin1"))),
      ),
    );
    for (const [at, notice] of (seen ? notices : []).entries()) {
      if (this.#closed) return;
      if (notice.name !== ".") await this.#compare(notice, seen?.[at]);
    }
  }

  /** Runs work in a watched directory; undefined when that directory is gone, which its parent directory reports. */
  async #inside<T>(directory: WatchedDirectory, work: (held: Directory) => Promise<T>): Promise<T | undefined> {
    const { line } = directory;
    if (line[0] !== this.#top) return undefined;
    try {
      return await this.#hold(line, work);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (directory === this.#top) this.#ended();
      return undefined;
    }
  }

  async #compare({ directory, name, moved }: Notice, now: Entry | undefined): Promise<void> {
    const before = directory.entries.get(name);
    if (!before && !now) {
      if (moved) this.#cameAndWent(directory, name);
    } else if (!now) {
      // A notice about a change comes before that of the removal, which is handled separately.
      if (before && moved) this.#gone(directory, name, before);
    } else if (!before) {
      await this.#appeared(directory, name, now);
    } else if (before.key !== now.key) {
      await this.#replaced(directory, name, before, now);
    } else {
      directory.entries.set(name, now);
      // Changed permissions alone are not a WRITE; no visible difference means a write within one clock tick.
      const written = before.content !== now.content || before.attributes === now.attributes;
      if (!now.isDir && !moved && written) this.#report("WRITE", directory, name, now);
    }
  }

  /** Reports an entry that was created and removed between two scans; its two notices prove that it existed. */
  #cameAndWent(directory: WatchedDirectory, name: string): void {
    if (directory.takeGhost(name)) return;
    directory.addGhost(name, this.#isBusy);
    const entry = { isDir: false };
    this.#report("CREATE", directory, name, entry);
    this.#report("DELETE", directory, name, entry);
  }

  async #appeared(directory: WatchedDirectory, name: string, entry: Entry): Promise<void> {
    const path = pathOf(this.#path, directory, name);
    const waiting = this.#vanished.at(path);
    if (waiting?.entry.key !== entry.key) this.#vanished.giveUp(waiting);
    await this.#findAtOldPath(directory, name, entry);
    this.#count += 1;
    directory.entries.set(name, entry);
    this.#lastSeen.set(entry.key, { directory, name });
    const moved = this.#takeVanished(entry.key);
    this.#report("CREATE", directory, name, entry);
    if (!entry.isDir || !this.#recursive) return;
    if (moved?.directory) {
      moved.directory.parent = directory;
      moved.directory.name = name;
      directory.directories.set(name, moved.directory);
      await this.#rescan(moved.directory);
      return;
    }
    try {
      await this.#addDirectory(directory, name);
    } catch (error) {
      // A directory that is gone or not readable is not watched.
      if (error instanceof FileError && error.kind !== "too-many-watches") return;
      if (!this.#ready) throw error;
      this.log.push({ event: "gap" });
    }
  }

  /** Checks the old path of an appeared entry: if the entry is gone there, without a notice yet, it was moved. */
  async #findAtOldPath(directory: WatchedDirectory, name: string, { key }: Entry): Promise<void> {
    const old = this.#lastSeen.get(key);
    if (!old || (old.directory === directory && old.name === name)) return;
    const there = await this.#inside(old.directory, async (held) => ({
      key: (await entryAt(inside(held, Buffer.from(old.name, "latin1"))))?.key,
    }));
    const before = old.directory.entries.get(old.name);
    // The old name still exists: a hard link.
    if (!there || there.key === key || before?.key !== key) return;
    this.#gone(old.directory, old.name, before);
    old.directory.addGhost(old.name, this.#isBusy);
  }

  async #replaced(directory: WatchedDirectory, name: string, before: Entry, now: Entry): Promise<void> {
    if (!before.isDir && !now.isDir) {
      await this.#findAtOldPath(directory, name, now);
      directory.entries.set(name, now);
      this.#lastSeen.delete(before.key);
      this.#lastSeen.set(now.key, { directory, name });
      this.#report(this.#takeVanished(now.key) ? "CREATE" : "WRITE", directory, name, now);
      return;
    }
    this.#gone(directory, name, before);
    await this.#appeared(directory, name, now);
  }

  #gone(directory: WatchedDirectory, name: string, entry: Entry): void {
    directory.entries.delete(name);
    this.#lastSeen.delete(entry.key);
    this.#count -= 1;
    const below = directory.directories.get(name);
    directory.directories.delete(name);
    if (below) below.parent = undefined;
    this.#vanished.add({ path: pathOf(this.#path, directory, name), entry, directory: below });
  }

  /** Takes a vanished entry that has appeared under another name, and reports the move. */
  #takeVanished(key: string): Vanished | undefined {
    const vanished = this.#vanished.take(key);
    if (vanished) this.#reportPath("RENAME", vanished.path, vanished.entry.isDir);
    return vanished;
  }

  /** Reports a vanished entry that did not reappear. */
  #deleted({ path, entry, directory }: Vanished): void {
    if (directory) this.#reportDeleted(directory, path);
    this.#reportPath("DELETE", path, entry.isDir);
  }

  #reportDeleted(directory: WatchedDirectory, path: string): void {
    directory.watcher?.close();
    for (const [name, { key, isDir }] of directory.entries) {
      this.#lastSeen.delete(key);
      const own = `${path === "/" ? "" : path}/${decodedName(name)}`;
      const below = directory.directories.get(name);
      if (below) this.#reportDeleted(below, own);
      this.#reportPath("DELETE", own, isDir);
      this.#count -= 1;
    }
  }

  /** Handles the removal or the move of the watched directory. */
  #ended(): void {
    const top = this.#top;
    if (!top || this.#closed) return;
    this.#vanished.giveUpAll();
    this.#reportDeleted(top, this.#path);
    this.#reportPath("DELETE", this.#path, true);
    this.#stop();
  }

  /** Compares a directory tree with the snapshot. */
  async #rescan(directory: WatchedDirectory): Promise<void> {
    const seen = await this.#inside(directory, async (held) => {
      const entries = await entriesIn(held, MAX_ENTRIES);
      if (!entries) this.log.push({ event: "gap" });
      return entries;
    });
    if (!seen) return;
    for (const [name, entry] of directory.entries) {
      if (seen.has(name)) continue;
      this.#gone(directory, name, entry);
      directory.addGhost(name, this.#isBusy);
    }
    for (const [name, now] of seen) {
      if (this.#closed) return;
      const before = directory.entries.get(name);
      const same = before?.key === now.key && before.content === now.content;
      if (!same) await this.#compare({ directory, name, moved: false }, now);
      const below = directory.directories.get(name);
      if (below && before?.key === now.key) await this.#rescan(below);
    }
  }

  #report(type: FileEvent["type"], directory: WatchedDirectory, name: string, { isDir }: { isDir: boolean }): void {
    this.#reportPath(type, pathOf(this.#path, directory, name), isDir);
  }

  #reportPath(type: FileEvent["type"], path: string, isDir: boolean): void {
    if (!this.#ready) return;
    this.log.push({ type, path, name: path.slice(path.lastIndexOf("/") + 1), is_dir: isDir });
  }
}
