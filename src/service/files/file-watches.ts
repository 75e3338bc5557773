import { randomUUID } from "node:crypto";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { LogItem } from "./event-log.ts";
import { type AskedPath, noWatch, tooManyWatches } from "./file-errors.ts";
import { FileWatch } from "./file-watch.ts";
import { requireFolder } from "./operations.ts";
import type { SessionFiles } from "./session-files.ts";

const MOST_WATCHES = 64;

/** The watches of one session. */
export class FileWatches {
  readonly #files: SessionFiles;
  readonly #watches = new Map<string, FileWatch>();

  constructor(files: SessionFiles) {
    this.#files = files;
  }

  /**
   * Starts one and gives its id once nothing that happens can be missed. Throws a {@link FileError}, `too-many-watches` for
   * one too many of the session or of the system.
   */
  async start({ path, recursive = false }: BodyOf<OperationById<"fs.watch">>, signal: AbortSignal): Promise<string> {
    if (this.#watches.size >= MOST_WATCHES) {
      throw tooManyWatches(`the session has ${MOST_WATCHES} watches already; stop one first`);
    }
    const id = randomUUID();
    const asked: AskedPath = { field: "path", path, what: "directory" };
    // Counted from now on: many may be started at once.
    const watch = new FileWatch(this.#files, recursive);
    this.#watches.set(id, watch);
    try {
      const folder = await this.#files.reach(asked, { follow: true }, async (place) => {
        await requireFolder(place, asked);
        return place.path;
      });
      await watch.start(folder, asked);
      signal.throwIfAborted();
      return id;
    } catch (error) {
      this.#watches.delete(id);
      watch.close();
      throw error;
    }
  }

  /** The changes since a watch was started. Throws a {@link FileError} `not-found`. */
  follow(id: string, signal: AbortSignal): AsyncGenerator<LogItem> {
    return this.#require(id).log.follow(signal);
  }

  /** Ends a watch, and its readers. Throws a {@link FileError} `not-found`. */
  stop(id: string): void {
    this.#require(id).close();
    this.#watches.delete(id);
  }

  /** Ends all of them. */
  close(): void {
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }

  #require(id: string): FileWatch {
    const watch = this.#watches.get(id);
    if (!watch) throw noWatch(id);
    return watch;
  }
}
