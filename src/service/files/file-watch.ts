import { type FSWatcher, watch } from "node:fs";
import { ApiError } from "../api-error.ts";
import { EventLog, type FileEvent } from "./event-log.ts";
import { type AskedPath, badPath, tooManyWatches } from "./file-errors.ts";
import { type Folder, type HeldFolder, holdFolder, inParallel, inside } from "./held-folder.ts";
import type { SessionFiles } from "./session-files.ts";
import { type Entry, entriesIn, entryAt, WatchedFolder } from "./watched-folder.ts";

/** The most files and folders that are looked after. assumed: 100 000; the API names no limit. */
const MOST_ENTRIES = 100_000;
/** What has vanished and appears elsewhere within this time was moved. */
const MOVE_MS = 50;
/** Notices that wait to be looked at. Beyond it everything is looked at instead. */
const MOST_NOTICES = 20_000;
/** Notices at one time after which the system may have dropped some (Linux keeps 16 384 of them). */
const FLOOD = 8_192;
const BATCH = 256;

/** That something was said of a name in a folder. */
interface Notice {
  folder: WatchedFolder;
  name: string;
  /** It came, went or was moved; otherwise it was changed. */
  moved: boolean;
}

/** Something that has vanished and may appear elsewhere. */
interface Vanished {
  path: string;
  entry: Entry;
  folder: WatchedFolder | undefined;
  timer: NodeJS.Timeout;
}

/** What makes a watch end before its start, or a folder not be watched. */
class TooMuchError extends Error {}

/**
 * The changes in one folder of a session, or in all below it too (contract 3.6). The system only says that something has
 * happened at a name; what it was shows by comparing what is there with what was. Every look goes the safe way
 * ({@link SessionFiles}): by its path alone, a folder that has become a link would show the machine's files. That is why
 * no library does this.
 *
 * assumed: a file that is replaced by another in one step is a WRITE, unless that one was in the watch; changes of
 * permissions are none; what is in a folder that is moved has not changed; after the folder itself has been removed or
 * moved away, which is a DELETE, nothing more comes.
 */
export class FileWatch {
  readonly log = new EventLog();
  readonly #files: SessionFiles;
  readonly #recursive: boolean;
  readonly #vanished = new Map<string, Vanished>();
  readonly #vanishedAt = new Map<string, Vanished>();
  #path = "/";
  #top: WatchedFolder | undefined;
  #ready = false;
  #closed = false;
  #count = 0;
  #notices: Notice[] = [];
  #flood = 0;
  #lookAtAll = false;
  #working = false;

  constructor(files: SessionFiles, recursive: boolean) {
    this.#files = files;
    this.#recursive = recursive;
  }

  /** Begins to watch. Throws 400 for a folder with too much in it, 404 for one that has vanished. */
  async start(path: string, asked: AskedPath): Promise<void> {
    this.#path = path;
    try {
      this.#top = await this.#addFolder(undefined, "");
    } catch (error) {
      if (!(error instanceof TooMuchError)) throw error;
      throw badPath(asked, `has more than ${MOST_ENTRIES} files and directories in it; watch a part of it`);
    }
    this.#ready = true;
    this.#work();
  }

  close(): void {
    this.#stop();
    this.log.close();
  }

  /** Watches no more. */
  #stop(): void {
    this.#closed = true;
    this.#notices = [];
    for (const { timer, folder } of this.#vanished.values()) {
      clearTimeout(timer);
      folder?.close();
    }
    this.#top?.close();
  }

  /** Watches a folder and all that is in it. */
  async #addFolder(parent: WatchedFolder | undefined, name: string): Promise<WatchedFolder> {
    const line = parent ? [...parent.line, { name, key: undefined }] : [{ name, key: undefined }];
    return await this.#hold(line, async (held, { key }) => {
      const folder = new WatchedFolder(key, parent, name);
      const watcher = watchFolder(held);
      folder.watcher = watcher;
      if (this.#closed) watcher.close();
      watcher.on("change", (type, name) => this.#notice(folder, type === "rename", name as unknown as Buffer | null));
      watcher.on("error", () => watcher.close());
      try {
        if (parent) parent.folders.set(name, folder);
        else this.#top = folder;
        for (const [name, entry] of await this.#entriesIn(held)) await this.#appeared(folder, name, entry);
        return folder;
      } catch (error) {
        watcher.close();
        throw error;
      }
    });
  }

  async #entriesIn(held: Folder): Promise<Map<string, Entry>> {
    const entries = await entriesIn(held, MOST_ENTRIES - this.#count);
    if (!entries) throw new TooMuchError();
    return entries;
  }

  /** Holds the last folder of a line for as long as `work` takes. Throws ENOENT when it is not the one it was. */
  async #hold<T>(
    line: readonly { name: string; key: string | undefined }[],
    work: (held: HeldFolder, entry: Entry) => Promise<T>,
  ): Promise<T> {
    const asked = { field: "path", path: this.#path };
    return await this.#files.reach(asked, {}, async (place) => {
      let held = await holdFolder(place.at);
      try {
        for (const { name } of line.slice(1)) {
          const next = await holdFolder(inside(held, Buffer.from(name, "latin1")));
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

  #notice(folder: WatchedFolder, moved: boolean, name: Buffer | null): void {
    if (this.#closed) return;
    this.#countFlood();
    if (name === null || this.#notices.length >= MOST_NOTICES) {
      this.#lookAtAll = true;
    } else {
      const text = name.toString("latin1");
      // A file that is written to all the time is looked at once for all that has been said of it.
      if (!moved && folder.changing.has(text)) return;
      if (!moved) folder.changing.add(text);
      this.#notices.push({ folder, name: text, moved });
    }
    this.#work();
  }

  #countFlood(): void {
    if (this.#flood === 0) setImmediate(() => (this.#flood = 0));
    this.#flood += 1;
    if (this.#flood >= FLOOD) this.#lookAtAll = true;
  }

  #work(): void {
    if (this.#working || !this.#ready) return;
    this.#working = true;
    this.#lookAtNotices()
      .catch(() => this.log.push({ event: "gap" }))
      .finally(() => {
        this.#working = false;
        if (!this.#closed && (this.#notices.length > 0 || this.#lookAtAll)) this.#work();
      });
  }

  async #lookAtNotices(): Promise<void> {
    while (!this.#closed && this.#top) {
      if (this.#lookAtAll && this.#notices.length === 0) {
        this.#lookAtAll = false;
        await this.#lookAgain(this.#top);
      }
      const folder = this.#notices[0]?.folder;
      if (!folder) return;
      let length = 1;
      while (length < BATCH && this.#notices[length]?.folder === folder) length += 1;
      await this.#look(folder, this.#notices.splice(0, length));
      if (this.#count > 2 * MOST_ENTRIES) {
        this.log.push({ event: "gap" });
        this.#stop();
      }
    }
  }

  /** Looks at what notices of one folder are about. */
  async #look(folder: WatchedFolder, notices: readonly Notice[]): Promise<void> {
    for (const { name, moved } of notices) if (!moved) folder.changing.delete(name);
    const seen = await this.#inside(folder, (held) =>
      inParallel(notices, ({ name }) =>
        name === "." ? Promise.resolve(undefined) : entryAt(inside(held, Buffer.from(name, "latin1"))),
      ),
    );
    for (const [at, notice] of (seen ? notices : []).entries()) {
      if (this.#closed) return;
      if (notice.name !== ".") await this.#compare(notice, seen?.[at]);
    }
  }

  /** Works in a folder of the watch; gives nothing when it is no longer there, of which its own folder tells. */
  async #inside<T>(folder: WatchedFolder, work: (held: Folder) => Promise<T>): Promise<T | undefined> {
    const { line } = folder;
    if (line[0] !== this.#top) return undefined;
    try {
      return await this.#hold(line, work);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      if (folder === this.#top) this.#ended();
      return undefined;
    }
  }

  async #compare({ folder, name, moved }: Notice, now: Entry | undefined): Promise<void> {
    const before = folder.entries.get(name);
    if (!before && !now) {
      if (moved) this.#cameAndWent(folder, name);
    } else if (!now) {
      if (before) this.#gone(folder, name, before);
    } else if (!before) {
      await this.#appeared(folder, name, now);
    } else if (before.key !== now.key) {
      await this.#replaced(folder, name, before, now);
    } else {
      folder.entries.set(name, now);
      // Permissions alone are no WRITE; where nothing shows at all, it was written within one tick of the system's clock.
      const written = before.content !== now.content || before.attributes === now.attributes;
      if (!now.isDir && !moved && written) this.#say("WRITE", folder, name, now);
    }
  }

  /** It was there only between two looks; there are two notices of it. */
  #cameAndWent(folder: WatchedFolder, name: string): void {
    if (folder.ghosts.delete(name)) return;
    folder.ghosts.add(name);
    const entry = { isDir: false };
    this.#say("CREATE", folder, name, entry);
    this.#say("DELETE", folder, name, entry);
  }

  async #appeared(folder: WatchedFolder, name: string, entry: Entry): Promise<void> {
    const path = pathOf(this.#path, folder, name);
    const waiting = this.#vanishedAt.get(path);
    if (waiting && waiting.entry.key !== entry.key) this.#deleted(waiting);
    if (!folder.entries.has(name)) this.#count += 1;
    folder.entries.set(name, entry);
    const moved = this.#takeVanished(entry.key);
    this.#say("CREATE", folder, name, entry);
    if (!entry.isDir || !this.#recursive) return;
    if (moved?.folder) {
      moved.folder.parent = folder;
      moved.folder.name = name;
      folder.folders.set(name, moved.folder);
      await this.#lookAgain(moved.folder);
      return;
    }
    try {
      await this.#addFolder(folder, name);
    } catch (error) {
      // One that has gone again, or may not be read, is none to watch.
      if (error instanceof ApiError && [400, 404].includes(error.status)) return;
      if (!this.#ready) throw error;
      this.log.push({ event: "gap" });
    }
  }

  async #replaced(folder: WatchedFolder, name: string, before: Entry, now: Entry): Promise<void> {
    if (!before.isDir && !now.isDir) {
      folder.entries.set(name, now);
      this.#say(this.#takeVanished(now.key) ? "CREATE" : "WRITE", folder, name, now);
      return;
    }
    this.#gone(folder, name, before);
    await this.#appeared(folder, name, now);
  }

  #gone(folder: WatchedFolder, name: string, entry: Entry): void {
    folder.entries.delete(name);
    this.#count -= 1;
    const below = folder.folders.get(name);
    folder.folders.delete(name);
    if (below) below.parent = undefined;
    const other = this.#vanished.get(entry.key);
    if (other) this.#deleted(other);
    const one: Vanished = {
      path: pathOf(this.#path, folder, name),
      entry,
      folder: below,
      timer: setTimeout(() => this.#deleted(one), MOVE_MS).unref(),
    };
    this.#vanished.set(entry.key, one);
    this.#vanishedAt.set(one.path, one);
  }

  /** What has vanished and is here again, by another name: it was moved. */
  #takeVanished(key: string): Vanished | undefined {
    const one = this.#vanished.get(key);
    if (!one) return undefined;
    this.#forget(one);
    this.#sayPath("RENAME", one.path, one.entry.isDir);
    return one;
  }

  /** What has vanished is not coming again. */
  #deleted(one: Vanished): void {
    this.#forget(one);
    if (one.folder) this.#sayDeleted(one.folder, one.path);
    this.#sayPath("DELETE", one.path, one.entry.isDir);
  }

  #forget(one: Vanished): void {
    clearTimeout(one.timer);
    this.#vanished.delete(one.entry.key);
    if (this.#vanishedAt.get(one.path) === one) this.#vanishedAt.delete(one.path);
  }

  #sayDeleted(folder: WatchedFolder, path: string): void {
    folder.watcher?.close();
    for (const [name, { isDir }] of folder.entries) {
      const own = `${path === "/" ? "" : path}/${shown(name)}`;
      const below = folder.folders.get(name);
      if (below) this.#sayDeleted(below, own);
      this.#sayPath("DELETE", own, isDir);
      this.#count -= 1;
    }
  }

  /** The folder that is watched has been removed or moved away. */
  #ended(): void {
    const top = this.#top;
    if (!top || this.#closed) return;
    for (const one of [...this.#vanished.values()]) this.#deleted(one);
    this.#sayDeleted(top, this.#path);
    this.#sayPath("DELETE", this.#path, true);
    this.#stop();
  }

  /** Compares all of a folder, and all below it, with what was known. */
  async #lookAgain(folder: WatchedFolder): Promise<void> {
    const seen = await this.#inside(folder, async (held) => {
      const entries = await entriesIn(held, MOST_ENTRIES);
      if (!entries) this.log.push({ event: "gap" });
      return entries;
    });
    if (!seen) return;
    for (const [name, entry] of folder.entries) if (!seen.has(name)) this.#gone(folder, name, entry);
    for (const [name, now] of seen) {
      if (this.#closed) return;
      const before = folder.entries.get(name);
      const same = before?.key === now.key && before.content === now.content;
      if (!same) await this.#compare({ folder, name, moved: false }, now);
      const below = folder.folders.get(name);
      if (below && before?.key === now.key) await this.#lookAgain(below);
    }
  }

  #say(type: FileEvent["type"], folder: WatchedFolder, name: string, { isDir }: { isDir: boolean }): void {
    this.#sayPath(type, pathOf(this.#path, folder, name), isDir);
  }

  #sayPath(type: FileEvent["type"], path: string, isDir: boolean): void {
    if (!this.#ready) return;
    this.log.push({ type, path, name: path.slice(path.lastIndexOf("/") + 1), is_dir: isDir });
  }
}

/** Watches a folder that is held, also after it is let go. Throws 429 when the system watches as many as it can. */
function watchFolder({ at }: Folder): FSWatcher {
  try {
    // With the dot, what is said of the folder itself has a name that no file can have.
    return watch(`${at}/.`, { encoding: "buffer" as "utf8", persistent: false });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Linux says that the disk is full when it means its table of watches.
    if (!["ENOSPC", "EMFILE"].includes(code)) throw error;
    throw tooManyWatches(
      "the system watches as many folders as it can (fs.inotify.max_user_watches); stop a watch first",
    );
  }
}

/** The path of an entry as the session's processes see it. */
function pathOf(top: string, folder: WatchedFolder, name: string): string {
  const names = [...folder.line.slice(1).map((one) => one.name), name].map(shown);
  return `${top === "/" ? "" : top}/${names.join("/")}`;
}

/** The bytes of a name as text. */
function shown(name: string): string {
  return Buffer.from(name, "latin1").toString();
}
