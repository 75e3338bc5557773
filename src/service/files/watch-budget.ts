import { Semaphore } from "../../core/semaphore.ts";
import { type FileError, tooManyWatches } from "./file-errors.ts";

/** Maximum number of watched files and directories of a session. assumed: 100 000; the API has no limit. */
const MAX_ENTRIES = 100_000;

/** Limit of the files and directories that the watches of one session have together. */
export class WatchBudget {
  /** Watched files and directories. */
  entries = 0;
  /** One scan at a time: what a directory contains is in memory before it is counted. */
  readonly scans = new Semaphore(1);
  readonly #maximum: number;

  constructor(maximum = MAX_ENTRIES) {
    this.#maximum = maximum;
  }

  /** Number of entries that may be added; negative over the limit. Running watches may grow to twice the limit. */
  room(isRunning: boolean): number {
    return (isRunning ? 2 : 1) * this.#maximum - this.entries;
  }

  /** Problem of a directory that has more entries than all watches may have. */
  get tooManyIn(): string {
    return `has more than ${this.#maximum} files and directories in it; watch a part of it`;
  }

  /** Error for a watch that has no room beside the others. */
  exceeded(): FileError {
    const together = `${this.#maximum} files and directories`;
    return tooManyWatches(`the watches of the session have more than ${together} together; stop one first`);
  }
}
