import { rm } from "node:fs/promises";
import { reasonOf } from "../driver-error.ts";
import { background, type ErrorOwner, errorOwner, ownedBy } from "../error-owner.ts";
import { PendingEnds } from "../store/pending-ends.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage, ScopedRows } from "../store/scoped-rows.ts";
import { type EventBody, EventLog, endedLog } from "./event-log.ts";
import { Job } from "./job.ts";
import {
  type ChangeOfJob,
  type JobsOptions,
  type JobTable,
  type NewJob,
  type RowOfJob,
  type StatusOf,
  Transitions,
} from "./job-types.ts";

/**
 * Jobs of one kind. Each has a row with a state, a log of events, and work that runs when its turn comes. Every change
 * goes first to memory, then to the log, then to the row, and then to waiting callers. An end is final: after a kill of
 * the service it is read from the log, and a job without an end in its log is lost. Work is never resumed.
 */
export class Jobs<T extends JobTable> {
  readonly #options: JobsOptions<T>;
  readonly #rows: Rows<T>;
  readonly #transitions: Transitions<StatusOf<T>>;
  readonly #active = new Map<string, Job<T>>();
  readonly #queue: { readonly job: Job<T>; readonly work: NewJob<T>["work"] }[] = [];
  readonly #working = new Set<Job<T>>();
  readonly #endings = new WeakMap<Job<T>, Promise<RowOfJob<T>>>();
  readonly #ends: PendingEnds<RowOfJob<T>>;
  #closed = false;

  constructor(options: JobsOptions<T>) {
    this.#options = options;
    this.#rows = options.store.rows(options.table);
    this.#transitions = new Transitions(options.transitions);
    this.#ends = new PendingEnds((row) => this.#rows.save(row as never), options.log);
  }

  /** Ends the jobs that a killed service left unfinished, and returns their number. */
  async prepare(reason: string): Promise<number> {
    const lost = this.#rows.everywhere({ status: this.#options.working } as never) as RowOfJob<T>[];
    for (const row of lost) {
      await this.#options.killOrphans(row);
      await this.lose(row, reason);
    }
    return lost.length;
  }

  /**
   * Ends a job whose work is gone: with the end in its log, otherwise as a failure. A full disk does not prevent that.
   */
  async lose(row: RowOfJob<T>, reason: string): Promise<void> {
    const { clock, endIn, event, failure, log, logFile, noun } = this.#options;
    const lost = { ...failure(reason), ...this.#options.stamp?.(row) };
    try {
      const resumed = await EventLog.resume(logFile(row), clock);
      try {
        const end = endIn(resumed.last);
        Object.assign(row, lost, end);
        if (!end) await resumed.log.event(event(row));
      } finally {
        await resumed.log.end();
      }
    } catch (error) {
      Object.assign(row, lost);
      log(`cannot end the log of ${noun} ${row.id}: ${(error as Error).message}`);
    }
    this.#ends.record(row);
  }

  /** True while a job is running or waiting. */
  get busy(): boolean {
    return this.#active.size > 0;
  }

  /** Number of unfinished jobs of a project; of all projects for null. */
  count(projectId: ProjectId | null): number {
    return [...this.#active.values()].filter(({ row }) => projectId === null || row.projectId === projectId).length;
  }

  /** Number of jobs of a project that wait for their turn. */
  waitingIn(projectId: ProjectId): number {
    return this.#queue.filter(({ job }) => job.row.projectId === projectId).length;
  }

  /** Unfinished job with this id. */
  active(id: string): Job<T> | undefined {
    return this.#active.get(id);
  }

  /** True for an unfinished job that has begun to end. */
  isEnding(id: string): boolean {
    const job = this.#active.get(id);
    return job !== undefined && this.#endings.has(job);
  }

  /** Accepts a job: its log and its row exist when this resolves. After an error nothing is left except `owned`. */
  async create(row: RowOfJob<T>, { work, owned = [], check, supersedes }: NewJob<T>): Promise<RowOfJob<T>> {
    const { clock, event, logFile } = this.#options;
    let log: EventLog | undefined;
    try {
      log = await EventLog.create(logFile(row), clock);
      await log.event(event(row));
      check?.();
      const job = new Job<T>(row, log, this.#hooks);
      const insert = (): void => {
        this.#rows.insert(row as never);
      };
      if (supersedes) await this.#supersede(supersedes, insert);
      else insert();
      for (const dispose of owned) job.own(dispose);
      this.#active.set(row.id, job);
      this.#queue.push({ job, work });
    } catch (error) {
      // An unclosed file would end the service when the garbage collector finds it.
      await log?.end();
      await rm(logFile(row), { force: true });
      throw error;
    }
    const accepted = { ...row };
    this.#next();
    return accepted;
  }

  /**
   * Ends a job and runs `insert` in one transaction. Throws the error of `insert`; the job has ended in that case too.
   */
  async #supersede({ id, change }: { id: string; change: ChangeOfJob<T> }, insert: () => void): Promise<void> {
    const old = this.#active.get(id);
    if (!old || this.#endings.has(old)) {
      await (old && this.#endings.get(old));
      return insert();
    }
    const written = Promise.withResolvers<void>();
    const write = (row: RowOfJob<T>): void => {
      try {
        this.#options.store.transaction(() => {
          this.#rows.save(row as never);
          insert();
        });
        written.resolve();
      } catch (error) {
        written.reject(error as Error);
        throw error;
      }
    };
    await Promise.all([written.promise, this.#end(old, change, write)]);
  }

  /** Current row of a job. */
  find(projectId: ProjectId, id: string): RowOfJob<T> | undefined {
    const known = this.#active.get(id)?.row ?? this.#ends.get(id);
    if (known?.projectId === projectId) return known;
    return this.#in(projectId).byId(id) as RowOfJob<T> | undefined;
  }

  /**
   * Page of rows. Filters see only recorded values: an end that is pending on a full disk is shown, but not filtered
   * by.
   */
  list(projectId: ProjectId, options: ListOptions<T>): ListPage<T> {
    this.#ends.retry();
    const page = this.#in(projectId).list(options);
    const now = (row: { id: string }) => this.#active.get(row.id)?.row ?? this.#ends.get(row.id) ?? row;
    return { ...page, items: page.items.map((row) => now(row as never) as never) };
  }

  /** Resolves with the row when the job has ended. */
  async over({ id, projectId }: RowOfJob<T>): Promise<RowOfJob<T> | undefined> {
    return (await this.#active.get(id)?.over.promise) ?? this.find(projectId, id);
  }

  /** Ends a job. Returns undefined for a job that has ended; for one that is ending, after it has ended. */
  async end(id: string, change: ChangeOfJob<T>): Promise<RowOfJob<T> | undefined> {
    const job = this.#active.get(id);
    if (!job) return undefined;
    const ending = this.#endings.get(job);
    if (!ending) return await this.#end(job, change);
    await ending;
    return undefined;
  }

  /** Changes the row of a resting job: first the row, then its log. Throws `disk_full` with nothing changed. */
  async change(row: RowOfJob<T>, change: ChangeOfJob<T>): Promise<void> {
    this.write(row, change);
    await this.tell(row);
  }

  /** Changes the row of a resting job without an event in its log. Throws when the job has another state by now. */
  write(row: RowOfJob<T>, change: ChangeOfJob<T>): void {
    const whole = { ...change, ...this.#options.stamp?.(row) };
    const guard = change.status === undefined ? {} : { status: this.#transitions.before(change.status as never) };
    const { noun } = this.#options;
    if (!this.#rows.update(row as never, whole as never, guard as never)) {
      throw new Error(`the ${noun} ${row.id} has changed meanwhile`);
    }
    Object.assign(row, whole);
  }

  /** Appends the state of a row to its log, which is over. Ignores a log that cannot be written. */
  async tell(row: RowOfJob<T>): Promise<void> {
    const { clock, event, log, logFile, noun } = this.#options;
    try {
      const resumed = await EventLog.resume(logFile(row), clock);
      await resumed.log.event(event(row)).finally(() => resumed.log.end());
    } catch (error) {
      log(`cannot log the state of ${noun} ${row.id}: ${(error as Error).message}`);
    }
  }

  /** Events since a timestamp, framed as they are sent. */
  events({ id }: { readonly id: string }, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    const job = this.#active.get(id);
    return job ? job.log.follow(since, signal) : endedLog(this.#options.logFile({ id }), since, signal);
  }

  /** Ends all jobs, and starts no more. */
  async close(change: ChangeOfJob<T>): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#active.values()].map((job) => this.#end(job, change)));
    this.#ends.retry();
  }

  /** Records the ends that are pending because of a full disk. */
  retry(): void {
    this.#ends.retry();
  }

  #in(projectId: ProjectId): ScopedRows<T> {
    return this.#rows.in(projectId as never);
  }

  #next(): void {
    while (this.#working.size < this.#options.parallel && !this.#closed) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#working.add(next.job);
      const { job } = next;
      // The owner is this job, not the one that made room for it.
      ownedBy(this.#owner(job), () => background(this.#work(job, next.work)));
    }
  }

  /** Owner for a job's work: an uncaught error fails the job. */
  #owner(job: Job<T>): ErrorOwner {
    const { failure, log, noun } = this.#options;
    return errorOwner({
      log,
      what: `the ${noun} ${job.row.id}`,
      end: (error) => this.#end(job, failure(`internal error: ${reasonOf(error)}`)),
    });
  }

  async #work(job: Job<T>, work: NewJob<T>["work"]): Promise<void> {
    try {
      const change = await work(job);
      if (change) await this.#end(job, change);
    } catch (error) {
      await this.#end(job, this.#options.failure(reasonOf(error)));
    }
  }

  #end(job: Job<T>, change: ChangeOfJob<T>, write?: (row: RowOfJob<T>) => void): Promise<RowOfJob<T>> {
    const known = this.#endings.get(job);
    if (known) return known;
    const ending = this.#finish(job, change, write);
    this.#endings.set(job, ending);
    return ending;
  }

  async #finish(
    job: Job<T>,
    change: ChangeOfJob<T>,
    write: ((row: RowOfJob<T>) => void) | undefined,
  ): Promise<RowOfJob<T>> {
    const { log, noun } = this.#options;
    const { row } = job;
    const waits = this.#queue.findIndex((each) => each.job === job);
    if (waits !== -1) this.#queue.splice(waits, 1);
    await job.release(String(change.statusReason ?? `the ${noun} was ended`));
    Object.assign(row, change, this.#options.stamp?.(row));
    await this.#tellState(job);
    this.#record(row, write);
    this.#leave(job);
    // The service's log gets only the first line of an app's message, truncated to 200 characters.
    const why = row.statusReason === null ? "" : `: ${(row.statusReason.split("\n")[0] ?? "").slice(0, 200)}`;
    log(`${noun} ${row.id} ${row.status}${why}`);
    await this.#afterEnd(row);
    return row;
  }

  /** Records an end, with `write` if possible. The job has ended even if nothing could be written. */
  #record(row: RowOfJob<T>, write: ((row: RowOfJob<T>) => void) | undefined): void {
    try {
      if (write) write(row);
      else this.#ends.record(row);
    } catch {
      // The caller of `write` gets its error; only the end is recorded here.
      this.#ends.record(row);
    }
  }

  #leave(job: Job<T>): void {
    this.#active.delete(job.row.id);
    this.#working.delete(job);
    job.over.resolve(job.row);
  }

  async #afterEnd(row: RowOfJob<T>): Promise<void> {
    try {
      await this.#options.ended?.(row);
    } catch (error) {
      this.#options.log(`cannot clean up after ${this.#options.noun} ${row.id}: ${(error as Error).message}`);
    }
    this.#next();
  }

  /** Writes the last events of a job and ends its log. */
  async #tellState(job: Job<T>, events: readonly EventBody[] = []): Promise<void> {
    const { event, log, noun } = this.#options;
    for (const body of [...events, event(job.row)]) {
      await job.log.event(body).catch((error: Error) => {
        log(`cannot log the state of ${noun} ${job.row.id}: ${error.message}`);
      });
    }
    await job.log.end().catch((error: Error) => log(`cannot close the log of ${noun} ${job.row.id}: ${error.message}`));
  }

  get #hooks(): ConstructorParameters<typeof Job<T>>[2] {
    const { clock, log, event, store, stamp } = this.#options;
    return {
      clock,
      log,
      move: async ({ row, log: events }, change) => {
        const from = row.status as StatusOf<T>;
        if (change.status !== undefined) this.#transitions.check(from, change.status as never);
        const whole = { ...change, ...stamp?.(row) };
        Object.assign(row, whole);
        await events.event(event(row));
        // When the job has ended in the meantime, the end writes the row.
        if (row.status === (change.status ?? from))
          this.#rows.update(row as never, whole as never, { status: from } as never);
      },
      end: (job, change) => this.#end(job, change),
      rest: async (job, change, and, before) => {
        const { row } = job;
        const whole = { ...change, ...stamp?.(row) };
        store.transaction(() => {
          and();
          this.#rows.update(row as never, whole as never);
        });
        Object.assign(row, whole);
        // From here on the row rests; a later end is a change of the row.
        const rested = (async () => {
          await this.#tellState(job, before());
          await job.release("");
          this.#leave(job);
          await this.#afterEnd(row);
          return row;
        })();
        this.#endings.set(job, rested);
        await rested;
      },
    };
  }
}
