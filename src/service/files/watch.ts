import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { ApiError, notFound } from "../api-error.ts";
import { requireFolder } from "./operations.ts";
import type { SessionFiles } from "./session-files.ts";

/** A change as the API sends it (contract 3.6). */
export interface FileEvent {
  type: "CREATE" | "WRITE" | "DELETE" | "RENAME";
  path: string;
  name: string;
  is_dir: boolean;
}

type WatchBody = BodyOf<OperationById<"fs.watch">>;

/** Events that wait for a reader who comes late, or is slow; older ones are dropped. */
const KEPT = 10_000;
const MOST_WATCHES = 64;
/** What vanished at one path and appears at another within this time was moved. */
const MOVE_MS = 100;

/** The watches of one session. */
export class FileWatches {
  readonly #files: SessionFiles;
  readonly #watches = new Map<string, FileWatch>();
  #closed = false;

  constructor(files: SessionFiles) {
    this.#files = files;
  }

  /** Starts one and gives its id once nothing can be missed. Throws 404, 400, or 429 for one too many. */
  async start({ path, recursive = false }: WatchBody): Promise<string> {
    if (this.#watches.size >= MOST_WATCHES) {
      throw new ApiError(429, "too_many_watches", `the session has ${MOST_WATCHES} watches already; stop one first`, {
        headers: { "x-should-retry": "false" },
      });
    }
    const asked = { field: "path", path };
    const folder = await this.#files.reach(asked, { follow: true }, async (place) => {
      await requireFolder(place, asked);
      return place.path;
    });
    const id = randomUUID();
    const one = new FileWatch(join(this.#files.root, folder), folder, recursive);
    this.#watches.set(id, one);
    await one.ready();
    if (this.#closed) await this.close();
    return id;
  }

  events(id: string): AsyncIterable<FileEvent> {
    return this.#require(id).events();
  }

  async stop(id: string): Promise<void> {
    const one = this.#require(id);
    this.#watches.delete(id);
    await one.close();
  }

  /** Ends all of them, and their readers. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#watches.values()];
    this.#watches.clear();
    await Promise.all(all.map((one) => one.close()));
  }

  #require(id: string): FileWatch {
    const one = this.#watches.get(id);
    if (!one) throw notFound(`watch not found: "${id}"`);
    return one;
  }
}

class FileWatch {
  readonly #hostPath: string;
  readonly #path: string;
  readonly #watcher: FSWatcher;
  readonly #kept: FileEvent[] = [];
  /** How many events there were before the first that is kept. */
  #dropped = 0;
  #isReady = false;
  #closed = false;
  #wake = Promise.withResolvers<void>();
  /** Where each file was last seen, by what it is whatever its name. */
  readonly #seen = new Map<string, string>();
  readonly #identities = new Map<string, string>();
  readonly #vanished = new Map<string, { path: string; isDir: boolean; timer: NodeJS.Timeout }>();

  constructor(hostPath: string, path: string, recursive: boolean) {
    this.#hostPath = hostPath;
    this.#path = path;
    this.#watcher = watch(hostPath, {
      alwaysStat: true,
      atomic: false,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ...(!recursive && { depth: 0 }),
    });
    this.#watcher
      .on("add", (at, facts) => void this.#appeared(at, facts, false))
      .on("addDir", (at, facts) => void this.#appeared(at, facts, true))
      .on("change", (at) => this.#say("WRITE", at, false))
      .on("unlink", (at) => this.#gone(at, false))
      .on("unlinkDir", (at) => this.#gone(at, true))
      // A folder that cannot be watched: the others go on.
      .on("error", () => {});
  }

  async ready(): Promise<void> {
    await new Promise<void>((resolve) => this.#watcher.once("ready", resolve));
    this.#isReady = true;
  }

  async *events(): AsyncGenerator<FileEvent> {
    let next = 0;
    for (;;) {
      next = Math.max(next, this.#dropped);
      const event = this.#kept[next - this.#dropped];
      if (event) {
        next += 1;
        yield event;
      } else if (this.#closed) {
        return;
      } else await this.#wake.promise;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#vanished.values()) clearTimeout(timer);
    await this.#watcher.close();
    this.#wake.resolve();
  }

  async #appeared(at: string, facts: Stats | undefined, isDir: boolean): Promise<void> {
    // Numbers of files are given again at once; the time of birth tells who has it.
    const identity = `${facts?.ino ?? at}-${facts?.birthtimeMs ?? 0}-${isDir}`;
    const old = this.#seen.get(identity);
    this.#seen.set(identity, at);
    this.#identities.set(at, identity);
    if (!this.#isReady) return;
    const vanished = this.#vanished.get(identity);
    if (vanished) {
      clearTimeout(vanished.timer);
      this.#vanished.delete(identity);
      this.#say("RENAME", vanished.path, isDir);
    } else if (old !== undefined && old !== at && !(await exists(old))) {
      this.#identities.delete(old);
      this.#say("RENAME", old, isDir);
    }
    this.#say("CREATE", at, isDir);
  }

  #gone(at: string, isDir: boolean): void {
    const identity = this.#identities.get(at);
    // Its new name came first.
    if (identity === undefined) return;
    this.#identities.delete(at);
    this.#seen.delete(identity);
    const timer = setTimeout(() => {
      this.#vanished.delete(identity);
      this.#say("DELETE", at, isDir);
    }, MOVE_MS);
    this.#vanished.set(identity, { path: at, isDir, timer });
  }

  #say(type: FileEvent["type"], at: string, isDir: boolean): void {
    if (!this.#isReady || this.#closed) return;
    const path = join(this.#path, at.slice(this.#hostPath.length));
    this.#kept.push({ type, path, name: path.slice(path.lastIndexOf("/") + 1), is_dir: isDir });
    if (this.#kept.length > KEPT) {
      this.#kept.shift();
      this.#dropped += 1;
    }
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
