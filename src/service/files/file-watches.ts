import { randomUUID } from "node:crypto";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { LogItem } from "./event-log.ts";
import { type RequestedPath, tooManyWatches, watchNotFound } from "./file-errors.ts";
import { FileWatch } from "./file-watch.ts";
import { requireDirectory } from "./operations.ts";
import type { SessionFiles } from "./session-files.ts";
import { WatchBudget } from "./watch-budget.ts";

const MAX_WATCHES = 64;

/** The watches of one session. */
export class FileWatches {
  readonly #files: SessionFiles;
  readonly #watches = new Map<string, FileWatch>();
  readonly #budget: WatchBudget;

  constructor(files: SessionFiles, budget = new WatchBudget()) {
    this.#files = files;
    this.#budget = budget;
  }

  /**
   * Starts a watch and returns its id once no change can be missed. Throws a {@link FileError}, `too-many-watches` at
   * the limit of the session or of the system.
   */
  async start({ path, recursive = false }: BodyOf<OperationById<"fs.watch">>, signal: AbortSignal): Promise<string> {
    if (this.#watches.size >= MAX_WATCHES) {
      throw tooManyWatches(`the session has ${MAX_WATCHES} watches already; stop one first`);
    }
    const id = randomUUID();
    const requested: RequestedPath = { field: "path", path, what: "directory" };
    // Counted before the start, because many may start in parallel.
    const watch = new FileWatch(this.#files, recursive, this.#budget);
    this.#watches.set(id, watch);
    try {
      const directory = await this.#files.reach(requested, { follow: true }, async (resolved) => {
        await requireDirectory(resolved, requested);
        return resolved.path;
      });
      await watch.start(directory, requested, signal);
      signal.throwIfAborted();
      return id;
    } catch (error) {
      this.#watches.delete(id);
      watch.close();
      throw error;
    }
  }

  /** Changes since a watch was started. Throws a {@link FileError} `not-found`. */
  follow(id: string, signal: AbortSignal): AsyncGenerator<LogItem> {
    return this.#require(id).log.follow(signal);
  }

  /** Ends a watch and its readers. Throws a {@link FileError} `not-found`. */
  stop(id: string): void {
    this.#require(id).close();
    this.#watches.delete(id);
  }

  /** Ends all watches. */
  close(): void {
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }

  #require(id: string): FileWatch {
    const watch = this.#watches.get(id);
    if (!watch) throw watchNotFound(id);
    return watch;
  }
}
