import { untilAborted } from "../../core/abort.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { background } from "../error-owner.ts";
import type { EventBody, EventLog } from "./event-log.ts";
import type { ChangeOfJob, JobTable, RowOfJob } from "./job-types.ts";

/** Releases something that a job has started; `reason` says why the job ended. */
export type Disposer = (reason: string) => unknown;

/** Effects of a job on its record. */
export interface JobHooks<T extends JobTable> {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Changes the row in memory, then the log, then the row on the disk. */
  move(job: Job<T>, change: ChangeOfJob<T>): Promise<void>;
  end(job: Job<T>, change: ChangeOfJob<T>): Promise<RowOfJob<T>>;
  rest(job: Job<T>, change: ChangeOfJob<T>, and: () => void, before: () => readonly EventBody[]): Promise<void>;
}

/** Job that has not ended: its row, its log, and the things that it owns. */
export class Job<T extends JobTable> {
  readonly row: RowOfJob<T>;
  readonly log: EventLog;
  readonly over = Promise.withResolvers<RowOfJob<T>>();
  readonly #hooks: JobHooks<T>;
  readonly #stop = new AbortController();
  readonly #owned: Disposer[] = [];
  #expiry: Scheduled | undefined;
  #reason: string | undefined;

  constructor(row: RowOfJob<T>, log: EventLog, hooks: JobHooks<T>) {
    this.row = row;
    this.log = log;
    this.#hooks = hooks;
  }

  /** Signal that is aborted when the job begins to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Waits for a promise, but no longer than until the job ends. */
  wait<Value>(promise: Promise<Value>): Promise<Value> {
    return untilAborted(promise, this.signal);
  }

  /**
   * Makes the job the owner of something: it is disposed when the job ends, in reverse order, or at once when the job
   * has already ended.
   */
  own(dispose: Disposer): void {
    if (this.#reason === undefined) this.#owned.push(dispose);
    else background(this.#dispose(dispose, this.#reason));
  }

  /** Writes lines to the log. */
  lines(messages: readonly string[]): Promise<void> {
    return this.log.lines(messages);
  }

  /** Moves to another state. Throws when the job ends in the meantime. */
  async move(change: ChangeOfJob<T>): Promise<void> {
    this.signal.throwIfAborted();
    await this.#hooks.move(this, change);
    this.signal.throwIfAborted();
  }

  /** Ends the job with a change after `ms` milliseconds of the clock, unless it has ended before. */
  expire(ms: number, change: () => ChangeOfJob<T>): void {
    this.#expiry?.cancel();
    // The clock waits for the end when it is moved forward.
    this.#expiry = this.#hooks.clock.schedule(ms, async () => {
      await this.#hooks.end(this, change());
    });
  }

  /**
   * Ends the work in a lasting state. The row is written first, in one transaction with the writes of `and`; then the
   * events and the state go to the log. Throws the error of the transaction, with the row unchanged.
   */
  async rest(change: ChangeOfJob<T>, and: () => void, before: () => readonly EventBody[]): Promise<void> {
    this.signal.throwIfAborted();
    await this.#hooks.rest(this, change, and, before);
  }

  /** Stops the work and disposes everything that the job owns, in reverse order. */
  async release(reason: string): Promise<void> {
    this.#reason = reason;
    this.#expiry?.cancel();
    this.#stop.abort(new Error(reason));
    for (let dispose = this.#owned.pop(); dispose; dispose = this.#owned.pop()) await this.#dispose(dispose, reason);
  }

  async #dispose(dispose: Disposer, reason: string): Promise<void> {
    try {
      await dispose(reason);
    } catch (error) {
      this.#hooks.log(`cannot clean up after ${this.row.id}: ${(error as Error).message}`);
    }
  }
}
