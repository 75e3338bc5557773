import type { FSWatcher } from "node:fs";
import { type Directory, inParallel, inside } from "./dir-handle.ts";
import { EventLog, type FileEvent } from "./event-log.ts";
import { badPath, FileError, type RequestedPath } from "./file-errors.ts";
import { type Notice, NoticeQueue } from "./notice-queue.ts";
import type { SessionFiles } from "./session-files.ts";
import { type Vanished, VanishedFiles } from "./vanished-files.ts";
import type { WatchBudget } from "./watch-budget.ts";
import {
  decodedName,
  type Entry,
  entriesIn,
  entryAt,
  holdDirectory,
  pathOf,
  WatchedDirectory,
  watchDirectory,
} from "./watched-directory.ts";

/** Maximum number of levels of directories below the watched one. assumed: the API has no limit. */
const MAX_LEVELS = 128;
/** Error for a directory with more in it than a watch allows; the message follows its path. */
class OverLimitError extends Error {}

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
  readonly #budget: WatchBudget;
  readonly #end = new AbortController();
  readonly #notices = new NoticeQueue();
  /** True while notices wait for their turn. */
  readonly #isBusy = (): boolean => this.#working;
  readonly #vanished = new VanishedFiles((vanished) => this.#deleted(vanished), this.#isBusy);
  /** Last known location of each entry, by its identity. */
  readonly #lastSeen = new Map<string, { directory: WatchedDirectory; name: string }>();
  #path = "/";
  #top: WatchedDirectory | undefined;
  #ready = false;
  /** Entries of this watch, which are counted in the budget. */
  #count = 0;
  #working = false;

  constructor(files: SessionFiles, recursive: boolean, budget: WatchBudget) {
    this.#files = files;
    this.#recursive = recursive;
    this.#budget = budget;
  }

  /**
   * Starts the watch. Throws a {@link FileError} for a directory with too many entries or levels and for a missing one,
   * and the signal's reason.
   */
  async start(path: string, requested: RequestedPath, signal: AbortSignal): Promise<void> {
    this.#path = path;
    this.#top = new WatchedDirectory(undefined, "");
    try {
      await this.#scan(this.#top, signal);
    } catch (error) {
      throw error instanceof OverLimitError ? badPath(requested, error.message) : error;
    }
    this.#ready = true;
    this.#work();
  }

  get #closed(): boolean {
    return this.#end.signal.aborted;
  }

  close(): void {
    this.#stop();
    this.log.close();
  }

  /** Stops the watch. */
  #stop(): void {
    this.#add(-this.#count);
    this.#end.abort();
    this.#notices.clear();
    this.#vanished.clear();
    this.#lastSeen.clear();
    this.#top?.close();
    this.#top = undefined;
  }

  /** Counts entries. */
  #add(change: number): void {
    if (this.#closed) return;
    this.#count += change;
    this.#budget.entries += change;
  }

  /**
   * Compares a directory, and those below it, with the snapshot. One is open at a time, however deep they are nested, and
   * one scan of a session reads at a time. Throws the signal's reason.
   */
  async #scan(first: WatchedDirectory, signal: AbortSignal): Promise<void> {
    const waiting = [first];
    for (let directory = waiting.pop(); directory; directory = waiting.pop()) {
      const leave = await this.#budget.scans.enter(signal);
      try {
        for (const below of (await this.#scanOne(directory)).reverse()) waiting.push(below);
      } finally {
        leave();
      }
    }
  }

  /** Compares one directory with the snapshot and returns those in it. */
  async #scanOne(directory: WatchedDirectory): Promise<WatchedDirectory[]> {
    const seen = await this.#read(directory);
    if (!seen) return [];
    for (const [name, entry] of directory.entries) {
      if (seen.has(name)) continue;
      this.#gone(directory, name, entry);
      directory.addGhost(name, this.#isBusy);
    }
    const below: WatchedDirectory[] = [];
    for (const [name, now] of seen) {
      if (this.#closed) break;
      const before = directory.entries.get(name);
      const same = before?.key === now.key && before.content === now.content;
      if (!same) await this.#compare({ directory, name, moved: false }, now);
      const inner = directory.directories.get(name);
      if (inner) below.push(inner);
    }
    return below;
  }

  /**
   * Entries of a directory, which is watched from then on; undefined for one that is gone, not readable or over a limit.
   * While the watch starts, throws for a limit and for the top directory.
   */
  async #read(directory: WatchedDirectory): Promise<Map<string, Entry> | undefined> {
    const { line } = directory;
    if (line[0] !== this.#top) return undefined;
    try {
      if (line.length > MAX_LEVELS + 1) {
        throw new OverLimitError(`has directories more than ${MAX_LEVELS} levels below it; watch a part of it`);
      }
      return await holdDirectory(this.#files, this.#path, line, (held, { key }) =>
        this.#readOpen(directory, held, key),
      );
    } catch (error) {
      const isGone = error instanceof FileError && error.kind !== "too-many-watches";
      const isTop = directory === this.#top;
      if (!this.#ready && (!isGone || isTop)) throw error;
      if (!isGone) this.#drop(directory);
      else if (isTop) this.#ended();
      return undefined;
    }
  }

  async #readOpen(directory: WatchedDirectory, held: Directory, key: string): Promise<Map<string, Entry>> {
    const known = directory.watcher;
    directory.key ??= key;
    // Before it is read, so that no change is missed.
    directory.watcher ??= this.#watcher(directory, held);
    try {
      const others = this.#budget.entries - this.#count;
      const entries = await entriesIn(held, directory.entries.size + this.#budget.room(this.#ready));
      if (!entries) throw others > 0 ? this.#budget.exceeded() : new OverLimitError(this.#budget.tooManyIn);
      return entries;
    } catch (error) {
      if (!known) {
        directory.watcher.close();
        directory.watcher = undefined;
      }
      throw error;
    }
  }

  #watcher(directory: WatchedDirectory, held: Directory): FSWatcher {
    const watcher = watchDirectory(held);
    if (this.#closed) watcher.close();
    watcher.on("change", (type, name) => this.#notice(directory, type === "rename", name as unknown as Buffer | null));
    watcher.on("error", () => watcher.close());
    return watcher;
  }

  /** Ends the watch of a directory that is over a limit; readers are told that changes are missing. */
  #drop(directory: WatchedDirectory): void {
    this.log.push({ event: "gap" });
    directory.parent?.directories.delete(directory.name);
    if (directory === this.#top) this.#stop();
    else this.#forget(directory);
  }

  #notice(directory: WatchedDirectory, moved: boolean, name: Buffer | null): void {
    if (this.#closed) return;
    this.#notices.push(directory, moved, name);
    this.#work();
  }

  #work(): void {
    if (this.#working || !this.#ready) return;
    this.#working = true;
    this.#lookAtNotices()
      .catch(() => this.#closed || this.log.push({ event: "gap" }))
      .finally(() => {
        this.#working = false;
        if (!this.#closed && !this.#notices.isEmpty) this.#work();
      });
  }

  async #lookAtNotices(): Promise<void> {
    while (!this.#closed && this.#top) {
      if (this.#notices.takeLoss()) await this.#scan(this.#top, this.#end.signal);
      const notices = this.#notices.take();
      const directory = notices[0]?.directory;
      if (!directory) return;
      await this.#look(directory, notices);
      if (this.#top && this.#budget.room(true) < 0) this.#drop(this.#top);
    }
  }

  /** Processes the notices of one directory. */
  async #look(directory: WatchedDirectory, notices: readonly Notice[]): Promise<void> {
    const seen = await this.#inside(directory, (held) =>
      inParallel(notices, ({ name }) =>
        name === "." ? Promise.resolve(undefined) : entryAt(inside(held, Buffer.from(name, "latin1"))),
      ),
    );
    for (const [at, notice] of (seen ? notices : []).entries()) {
      if (this.#closed) return;
      const below = notice.name === "." ? undefined : await this.#compare(notice, seen?.[at]);
      if (below) await this.#scan(below, this.#end.signal);
    }
  }

  /** Runs work in a watched directory; undefined when that directory is gone, which its parent directory reports. */
  async #inside<T>(directory: WatchedDirectory, work: (held: Directory) => Promise<T>): Promise<T | undefined> {
    const { line } = directory;
    if (line[0] !== this.#top) return undefined;
    try {
      return await holdDirectory(this.#files, this.#path, line, work);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (directory === this.#top) this.#ended();
      return undefined;
    }
  }

  /** Reports a change of an entry. Returns a directory that has appeared. */
  async #compare({ directory, name, moved }: Notice, now: Entry | undefined): Promise<WatchedDirectory | undefined> {
    const before = directory.entries.get(name);
    if (!before && !now) {
      if (moved) this.#cameAndWent(directory, name);
    } else if (!now) {
      // A notice about a change comes before that of the removal, which is handled separately.
      if (before && moved) this.#gone(directory, name, before);
    } else if (!before) {
      return await this.#appeared(directory, name, now);
    } else if (before.key !== now.key) {
      return await this.#replaced(directory, name, before, now);
    } else {
      directory.entries.set(name, now);
      // Changed permissions alone are not a WRITE; no visible difference means a write within one clock tick.
      const written = before.content !== now.content || before.attributes === now.attributes;
      if (!now.isDir && !moved && written) this.#report("WRITE", directory, name, now);
    }
    return undefined;
  }

  /** Reports an entry that was created and removed between two scans; its two notices prove that it existed. */
  #cameAndWent(directory: WatchedDirectory, name: string): void {
    if (directory.takeGhost(name)) return;
    directory.addGhost(name, this.#isBusy);
    const entry = { isDir: false };
    this.#report("CREATE", directory, name, entry);
    this.#report("DELETE", directory, name, entry);
  }

  /** Reports a new entry. Returns its directory, whose content is still to be scanned. */
  async #appeared(directory: WatchedDirectory, name: string, entry: Entry): Promise<WatchedDirectory | undefined> {
    const path = pathOf(this.#path, directory, name);
    const waiting = this.#vanished.at(path);
    if (waiting?.entry.key !== entry.key) this.#vanished.giveUp(waiting);
    await this.#findAtOldPath(directory, name, entry);
    this.#add(1);
    directory.entries.set(name, entry);
    this.#lastSeen.set(entry.key, { directory, name });
    const moved = this.#takeVanished(entry.key);
    this.#report("CREATE", directory, name, entry);
    if (!entry.isDir || !this.#recursive) return undefined;
    const below = moved?.directory ?? new WatchedDirectory(directory, name);
    below.parent = directory;
    below.name = name;
    directory.directories.set(name, below);
    return below;
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

  async #replaced(
    directory: WatchedDirectory,
    name: string,
    before: Entry,
    now: Entry,
  ): Promise<WatchedDirectory | undefined> {
    if (!before.isDir && !now.isDir) {
      await this.#findAtOldPath(directory, name, now);
      directory.entries.set(name, now);
      this.#lastSeen.delete(before.key);
      this.#lastSeen.set(now.key, { directory, name });
      this.#report(this.#takeVanished(now.key) ? "CREATE" : "WRITE", directory, name, now);
      return undefined;
    }
    this.#gone(directory, name, before);
    return await this.#appeared(directory, name, now);
  }

  #gone(directory: WatchedDirectory, name: string, entry: Entry): void {
    directory.entries.delete(name);
    this.#lastSeen.delete(entry.key);
    this.#add(-1);
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
    if (directory) {
      this.#reportDeleted(directory, path);
      this.#forget(directory);
    }
    this.#reportPath("DELETE", path, entry.isDir);
  }

  #reportDeleted(directory: WatchedDirectory, path: string): void {
    for (const [name, { isDir }] of directory.entries) {
      const own = `${path === "/" ? "" : path}/${decodedName(name)}`;
      const below = directory.directories.get(name);
      if (below) this.#reportDeleted(below, own);
      this.#reportPath("DELETE", own, isDir);
    }
  }

  /** Ends the watch of a directory and of those below it, and forgets their entries. */
  #forget(directory: WatchedDirectory): void {
    directory.watcher?.close();
    this.#add(-directory.entries.size);
    for (const { key } of directory.entries.values()) this.#lastSeen.delete(key);
    for (const below of directory.directories.values()) this.#forget(below);
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

  #report(type: FileEvent["type"], directory: WatchedDirectory, name: string, { isDir }: { isDir: boolean }): void {
    this.#reportPath(type, pathOf(this.#path, directory, name), isDir);
  }

  #reportPath(type: FileEvent["type"], path: string, isDir: boolean): void {
    if (!this.#ready) return;
    this.log.push({ type, path, name: path.slice(path.lastIndexOf("/") + 1), is_dir: isDir });
  }
}
