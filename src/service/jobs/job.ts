import { untilAborted } from "../../core/abort.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { background } from "../error-owner.ts";
import type { EventBody, EventLog } from "./event-log.ts";
import type { ChangeOfJob, JobTable, RowOfJob } from "./job-types.ts";

/** Undoes what a job has started; `reason` says why the job ended. */
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

/** A job that is not over: its row, its log, and what it owns. */
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

  /** Aborted when the job begins to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Waits for something, and for the job's end at most. */
  wait<Value>(promise: Promise<Value>): Promise<Value> {
    return untilAborted(promise, this.signal);
  }

  /** Leaves something to the job: it is disposed when the job ends, in reverse order, and at once when it has ended. */
  own(dispose: Disposer): void {
    if (this.#reason === undefined) this.#owned.push(dispose);
    else background(this.#dispose(dispose, this.#reason));
  }

  /** Writes lines to the log. */
  lines(messages: readonly string[]): Promise<void> {
    return this.log.lines(messages);
  }

  /** Moves to another state. Throws when the job ends meanwhile. */
  async move(change: ChangeOfJob<T>): Promise<void> {
    this.signal.throwIfAborted();
    await this.#hooks.move(this, change);
    this.signal.throwIfAborted();
  }

  /** Ends the job with a change when `ms` milliseconds of the clock have passed, unless it has ended. */
  expire(ms: number, change: () => ChangeOfJob<T>): void {
    this.#expiry?.cancel();
    // The clock waits for the end when it is moved forward.
    this.#expiry = this.#hooks.clock.schedule(ms, async () => {
      await this.#hooks.end(this, change());
    });
  }

  /**
   * Ends the work in a state that lasts: the row first, in one transaction with what `and` writes, so that it is true
   * or the job fails; then events and the state to the log. Throws what the transaction throws, with the row as it was.
   */
  async rest(change: ChangeOfJob<T>, and: () => void, before: () => readonly EventBody[]): Promise<void> {
    this.signal.throwIfAborted();
    await this.#hooks.rest(this, change, and, before);
  }

  /** Stops the work and disposes what the job owns, the latest first. */
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
