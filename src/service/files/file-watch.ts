import { type DirHandle, type Folder, inParallel, inside, openDirHandle } from "./dir-handle.ts";
import { EventLog, type FileEvent } from "./event-log.ts";
import { type AskedPath, badPath, FileError } from "./file-errors.ts";
import type { SessionFiles } from "./session-files.ts";
import { type Vanished, VanishedFiles } from "./vanished-files.ts";
import { type Entry, entriesIn, entryAt, pathOf, shown, WatchedFolder, watchFolder } from "./watched-folder.ts";

/** The most files and folders that are looked after. assumed: 100 000; the API names no limit. */
const MOST_ENTRIES = 100_000;
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

/** Error for more entries than a watch takes: it does not start, or a directory is not watched. */
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
  readonly #vanished = new VanishedFiles((one) => this.#deleted(one));
  /** Where each thing was last seen, by what it is. */
  readonly #places = new Map<string, { folder: WatchedFolder; name: string }>();
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

  /** Begins to watch. Throws a {@link FileError} for a folder with too much in it, and for one that has vanished. */
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
    this.#vanished.clear();
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
    work: (held: DirHandle, entry: Entry) => Promise<T>,
  ): Promise<T> {
    const asked = { field: "path", path: this.#path };
    return await this.#files.reach(asked, {}, async (place) => {
      let held = await openDirHandle(place.at);
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
      if (!(error instanceof FileError)) throw error;
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
    if (folder.takeGhost(name)) return;
    folder.addGhost(name);
    const entry = { isDir: false };
    this.#say("CREATE", folder, name, entry);
    this.#say("DELETE", folder, name, entry);
  }

  async #appeared(folder: WatchedFolder, name: string, entry: Entry): Promise<void> {
    const path = pathOf(this.#path, folder, name);
    const waiting = this.#vanished.at(path);
    if (waiting?.entry.key !== entry.key) this.#vanished.giveUp(waiting);
    await this.#seekOldPlace(folder, name, entry);
    this.#count += 1;
    folder.entries.set(name, entry);
    this.#places.set(entry.key, { folder, name });
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
      if (error instanceof FileError && error.kind !== "too-many-watches") return;
      if (!this.#ready) throw error;
      this.log.push({ event: "gap" });
    }
  }

  /** Looks for an appeared entry at its old place: if it has gone there without a notice yet, it was moved. */
  async #seekOldPlace(folder: WatchedFolder, name: string, { key }: Entry): Promise<void> {
    const old = this.#places.get(key);
    if (!old || (old.folder === folder && old.name === name)) return;
    const there = await this.#inside(old.folder, async (held) => ({
      key: (await entryAt(inside(held, Buffer.from(old.name, "latin1"))))?.key,
    }));
    const before = old.folder.entries.get(old.name);
    // A second name of the same file is still there.
    if (!there || there.key === key || before?.key !== key) return;
    this.#gone(old.folder, old.name, before);
    old.folder.addGhost(old.name);
  }

  async #replaced(folder: WatchedFolder, name: string, before: Entry, now: Entry): Promise<void> {
    if (!before.isDir && !now.isDir) {
      await this.#seekOldPlace(folder, name, now);
      folder.entries.set(name, now);
      this.#places.delete(before.key);
      this.#places.set(now.key, { folder, name });
      this.#say(this.#takeVanished(now.key) ? "CREATE" : "WRITE", folder, name, now);
      return;
    }
    this.#gone(folder, name, before);
    await this.#appeared(folder, name, now);
  }

  #gone(folder: WatchedFolder, name: string, entry: Entry): void {
    folder.entries.delete(name);
    this.#places.delete(entry.key);
    this.#count -= 1;
    const below = folder.folders.get(name);
    folder.folders.delete(name);
    if (below) below.parent = undefined;
    this.#vanished.add({ path: pathOf(this.#path, folder, name), entry, folder: below });
  }

  /** Takes the vanished entry that is here again by another name, and reports its move. */
  #takeVanished(key: string): Vanished | undefined {
    const one = this.#vanished.take(key);
    if (one) this.#sayPath("RENAME", one.path, one.entry.isDir);
    return one;
  }

  /** Reports a vanished entry that did not come again. */
  #deleted({ path, entry, folder }: Vanished): void {
    if (folder) this.#sayDeleted(folder, path);
    this.#sayPath("DELETE", path, entry.isDir);
  }

  #sayDeleted(folder: WatchedFolder, path: string): void {
    folder.watcher?.close();
    for (const [name, { key, isDir }] of folder.entries) {
      this.#places.delete(key);
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
    this.#vanished.giveUpAll();
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
    for (const [name, entry] of folder.entries) {
      if (seen.has(name)) continue;
      this.#gone(folder, name, entry);
      folder.addGhost(name);
    }
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
