import type { Semaphore } from "../../core/semaphore.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { DriverError, reasonOf } from "../driver-error.ts";
import { background, ownedBy } from "../error-owner.ts";
import type { Log } from "../log.ts";
import type { Session } from "../sessions/session.ts";
import { endedAtOnce } from "../sessions/session-errors.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { FillRate } from "./fill-rate.ts";
import type { StoredPool } from "./pool-table.ts";
import { WaitingLine } from "./waiting-line.ts";

export interface RunningPoolOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: SessionManager;
  /** Limits the starts of all pools together. */
  readonly gate: Semaphore;
  /** Starts a browser with the settings of a pool. */
  readonly start: (pool: StoredPool, signal: AbortSignal) => Promise<Session>;
}

/** Delay before the next start after a failed one, in milliseconds; it doubles with each further failure. */
const RETRY_MS = { first: 1_000, most: 60_000 } as const;

/**
 * Browsers of one pool. It keeps as many as its size, idle or acquired. The first ones, those of a larger size and those
 * that replace discarded ones start at once; those that replace ended ones start at the fill rate.
 */
export class RunningPool {
  readonly #options: RunningPoolOptions;
  readonly #idle: Session[] = [];
  readonly #acquired = new Set<Session>();
  readonly #line = new WaitingLine<Session>();
  readonly #rate = new FillRate();
  /** Starts of browsers, each until its browser is idle or has failed. */
  readonly #starts = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #pool: StoredPool;
  /** Released browsers that are not idle yet. */
  #returning = 0;
  /** Browsers that may start at once. */
  #atOnce: number;
  /** Counts what discards idle browsers: a browser that started before is discarded too. */
  #generation = 0;
  #failures = 0;
  #retryAt = 0;
  #problem: unknown;
  #next: Scheduled | undefined;

  constructor(pool: StoredPool, options: RunningPoolOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#atOnce = pool.settings.size;
    this.#setRate();
    this.#fill();
  }

  get available(): number {
    return this.#idle.length;
  }

  get acquired(): number {
    return this.#acquired.size;
  }

  /** Error of the last start, while the pool is not full because of it. */
  get problem(): unknown {
    return this.#problem;
  }

  /**
   * Acquires an idle browser by `lease`; waits for one in the order of arrival. Undefined when none became idle within
   * `waitMs` milliseconds. Rejects with the errors of `lease`, the signal's reason, and the error of {@link close}.
   */
  async acquire(lease: (idle: Session) => Session, waitMs: number, signal: AbortSignal): Promise<Session | undefined> {
    const take = (idle: Session): Session => this.#take(idle, lease);
    const first = this.#line.isEmpty ? this.#idle.find(isAlive) : undefined;
    if (!first) return await this.#line.wait(waitMs, signal, take);
    const session = take(first);
    this.#idle.splice(this.#idle.indexOf(first), 1);
    return session;
  }

  /** Takes an acquired browser back. With `reuse` it becomes idle as it is, unless it has to be replaced. */
  async release(session: Session, reuse: boolean): Promise<void> {
    if (!this.#acquired.delete(session)) return;
    const { sessions } = this.#options;
    const reason = "it was released to its pool";
    this.#returning += 1;
    let idle: Session | undefined;
    try {
      if (reuse && this.#missing >= 0 && this.#isOpen) idle = await sessions.park(session, reason);
      else await sessions.end(session, reason);
    } finally {
      this.#returning -= 1;
    }
    if (idle) this.#offer(idle);
    this.#fill();
  }

  /** Replaces the idle browsers, and those that are starting, at once. */
  discardIdle(reason: string): void {
    this.#generation += 1;
    const idle = this.#idle.splice(0);
    this.#atOnce += idle.length;
    for (const session of idle) this.#end(session, reason);
    this.#retryNow();
  }

  /** Applies changed settings. Browsers that run keep theirs. */
  change(pool: StoredPool): void {
    const larger = pool.settings.size - this.#pool.settings.size;
    this.#pool = pool;
    this.#atOnce = Math.min(pool.settings.size, this.#atOnce + Math.max(0, larger));
    this.#setRate();
    while (this.#missing < 0 && this.#idle.length > 0) {
      const session = this.#idle.pop();
      if (session) this.#end(session, "its pool became smaller");
    }
    this.#retryNow();
  }

  /** Ends the browsers and the waits, these with an error. Resolves when everything has ended. */
  async close(reason: string, error: Error): Promise<void> {
    this.#stop.abort(error);
    this.#next?.cancel();
    this.#line.end(error);
    const ends = [...this.#idle.splice(0), ...this.#acquired].map((each) => this.#options.sessions.end(each, reason));
    await Promise.all([...ends, ...this.#starts]);
  }

  get #isOpen(): boolean {
    return !this.#stop.signal.aborted;
  }

  /** Number of browsers that the pool lacks; negative when it has too many. */
  get #missing(): number {
    const present = this.#idle.length + this.#acquired.size + this.#starts.size + this.#returning;
    return this.#pool.settings.size - present;
  }

  /** True while a failed start delays the next one. */
  get #isDelayed(): boolean {
    return this.#failures > 0 && this.#options.clock.elapsed() < this.#retryAt;
  }

  #setRate(): void {
    const { size, fill_rate_per_minute } = this.#pool.settings;
    this.#rate.set(size, fill_rate_per_minute, this.#options.clock.elapsed());
  }

  #take(idle: Session, lease: (idle: Session) => Session): Session {
    const session = lease(idle);
    this.#acquired.add(session);
    const ended = (): void => {
      if (this.#acquired.delete(session)) this.#fill();
    };
    session.endSignal.addEventListener("abort", ended, { once: true });
    return session;
  }

  /** Gives a new or released browser to the first who waits; it becomes idle when nobody does. */
  #offer(session: Session): void {
    // Its place is not counted yet.
    if (!this.#isOpen || this.#missing <= 0) {
      this.#end(session, "its pool has enough browsers");
      return;
    }
    if (this.#line.give(session)) return;
    this.#idle.push(session);
    const ended = (): void => {
      const at = this.#idle.indexOf(session);
      if (at === -1) return;
      this.#idle.splice(at, 1);
      this.#fill();
    };
    session.endSignal.addEventListener("abort", ended, { once: true });
    if (!session.active) ended();
  }

  #end(session: Session, reason: string): void {
    ownedBy(undefined, () => background(this.#options.sessions.end(session, reason)));
  }

  /** Starts what is missing, without the delay of an earlier failure. */
  #retryNow(): void {
    this.#failures = 0;
    this.#retryAt = 0;
    this.#problem = undefined;
    this.#fill();
  }

  /** Starts what is missing and may start; the rest later. The starts belong to no request and no session. */
  #fill(): void {
    this.#next?.cancel();
    this.#next = undefined;
    if (!this.#isOpen) return;
    ownedBy(undefined, () => {
      while (this.#missing > 0) {
        const waitMs = this.#waitMs();
        if (waitMs === 0) this.#begin();
        else {
          if (waitMs !== undefined) this.#next = this.#options.clock.schedule(waitMs, () => this.#fill());
          return;
        }
      }
    });
  }

  /** Milliseconds until the next start, which is then paid for at 0; undefined when an event decides. */
  #waitMs(): number | undefined {
    const now = this.#options.clock.elapsed();
    if (this.#failures > 0) {
      // One start at a time tries again.
      if (this.#starts.size > 0) return undefined;
      if (now < this.#retryAt) return this.#retryAt - now;
    }
    if (this.#atOnce > 0) {
      this.#atOnce -= 1;
      return 0;
    }
    return this.#rate.take(now) ? 0 : this.#rate.waitMs(now);
  }

  #begin(): void {
    const begin = async (): Promise<void> => {
      let session: Session | undefined;
      let failure: { readonly error: unknown } | undefined;
      try {
        session = await this.#start();
      } catch (error) {
        failure = { error };
      }
      this.#starts.delete(start);
      if (session) this.#offer(session);
      if (failure) this.#failed(failure.error);
      this.#fill();
    };
    const start = begin();
    this.#starts.add(start);
    background(start);
  }

  /** Starts a browser; undefined when it is no longer wanted. */
  async #start(): Promise<Session | undefined> {
    const { gate, start } = this.#options;
    const { signal } = this.#stop;
    const leave = await gate.enter(signal);
    try {
      if (this.#missing < 0) return undefined;
      if (this.#isDelayed) {
        this.#atOnce += 1;
        return undefined;
      }
      const generation = this.#generation;
      const session = await start(this.#pool, signal);
      if (!session.active) throw endedAtOnce(session);
      if (generation === this.#generation) {
        this.#failures = 0;
        this.#problem = undefined;
        return session;
      }
      this.#atOnce += 1;
      this.#end(session, "its pool replaced its browsers");
      return undefined;
    } finally {
      leave();
    }
  }

  #failed(error: unknown): void {
    if (!this.#isOpen) return;
    const { clock, log } = this.#options;
    const now = clock.elapsed();
    // The delay is for the failed start, which was paid for.
    this.#atOnce += 1;
    this.#problem = error;
    if (this.#isDelayed) return;
    this.#failures += 1;
    this.#retryAt = now + Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** (this.#failures - 1));
    log.warn(`a browser of pool ${this.#pool.id} did not start: ${problemText(error, true)}`);
  }
}

function isAlive({ active, chromium }: Session): boolean {
  return active && !chromium.ended;
}

/**
 * Text of the error of a start, for a note.
 *
 * @param withMachine includes facts of the machine, which only a key of the organization may see
 */
export function problemText(error: unknown, withMachine: boolean): string {
  if (!(error instanceof DriverError)) return reasonOf(error);
  if (error.problems.length > 0) return error.problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return (withMachine ? error.withMachine : undefined) ?? error.message;
}
