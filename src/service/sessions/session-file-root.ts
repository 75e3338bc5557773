import { FileWatches } from "../files/file-watches.ts";
import { SessionFiles } from "../files/session-files.ts";
import type { Session } from "./session.ts";
import { sessionEnded } from "./session-errors.ts";

/**
 * Files of one session and the running operations on them. At the end of the session the operations are aborted and
 * awaited before its directory is removed.
 */
export class SessionFileRoot {
  readonly files: SessionFiles;
  readonly watches: FileWatches;
  readonly #session: Session;
  readonly #ended = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(session: Session) {
    this.#session = session;
    this.files = new SessionFiles(session.processes.paths.layout.root);
    this.watches = new FileWatches(this.files);
    const end = (): Promise<void> => this.#end();
    session.hooks.push({ closing: end, closed: end, releasing: end });
  }

  /** Aborted when the session ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Runs a file operation. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#ended.signal.throwIfAborted();
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #end(): Promise<void> {
    this.#ended.abort(sessionEnded(this.#session));
    this.watches.close();
    await Promise.allSettled(this.#running);
  }
}
