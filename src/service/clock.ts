import { background, keepingOwner } from "./error-owner.ts";
/** Work scheduled at a time of the clock. */
export interface Scheduled {
  cancel(): void;
}

interface Entry {
  /** Reading of {@link Clock.elapsed}. */
  due: number;
  work: () => void | Promise<void>;
}

/** Maximum delay of a Node timer; longer waits use several timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Maximum number of scheduled works of one move that run at their own times; all later ones run at its end. */
const MAX_STEPS = 10_000;

/** Latest time that the clock can show: the end of the year 9999, the last one of RFC 3339. */
export const LATEST_TIME = Date.UTC(10_000, 0) - 1;

/**
 * Source of the time of day for expiry, idle time and records; not for input and output. It follows the system's time
 * plus an offset, or stands still when pinned. Moving it forward runs due work in order, each at its own time. Moving
 * it back changes only the time of day: work that is due in five minutes is still due in five minutes.
 */
export class Clock {
  readonly #entries = new Set<Entry>();
  #offset = 0;
  /** Sum of all moves back. */
  #setBack = 0;
  #pinned: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> = Promise.resolve();

  /** @param pinnedAt time at which the clock stands still, in milliseconds since 1970; it runs when omitted. */
  constructor(pinnedAt?: number) {
    this.#pinned = pinnedAt;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#pinned ?? Date.now() + this.#offset;
  }

  /** Milliseconds that never go back, for durations: the difference of two readings is the elapsed time. */
  elapsed(): number {
    return this.now() + this.#setBack;
  }

  date(): Date {
    return new Date(this.now());
  }

  /** RFC 3339 in UTC, with milliseconds. */
  timestamp(): string {
    return this.date().toISOString();
  }

  get pinned(): boolean {
    return this.#pinned !== undefined;
  }

  /** True when the clock does not follow the system's time. */
  get moved(): boolean {
    return this.pinned || this.#offset !== 0;
  }

  /** Milliseconds by which the clock is ahead of the system's time; negative when behind. */
  get offsetMs(): number {
    return this.#pinned === undefined ? this.#offset : this.#pinned - Date.now();
  }

  /** Runs `work` once, `ms` milliseconds from now on this clock. It does not keep the process alive. */
  schedule(ms: number, work: () => void | Promise<void>): Scheduled {
    const entry: Entry = { due: this.elapsed() + Math.max(0, ms), work: keepingOwner(work) };
    this.#entries.add(entry);
    this.#arm();
    return {
      cancel: () => {
        this.#entries.delete(entry);
        this.#arm();
      },
    };
  }

  /** Advances the clock by `ms` milliseconds, to {@link LATEST_TIME} at most, and waits for the due work. */
  advance(ms: number): Promise<void> {
    return this.#afterOthers(() => this.#forward(Math.min(this.now() + Math.max(0, ms), LATEST_TIME)));
  }

  /** Sets the clock to a time, in milliseconds since 1970. Moving forward works like {@link Clock.advance}. */
  set(at: number): Promise<void> {
    return this.#afterOthers(() => this.#go(at));
  }

  /** Returns to the system's time, as {@link Clock.set} does, and follows it. */
  reset(): Promise<void> {
    return this.#afterOthers(async () => {
      if (!this.moved) return;
      try {
        await this.#go(Date.now());
      } finally {
        const before = this.elapsed();
        this.#pinned = undefined;
        this.#offset = 0;
        this.#setBack += Math.max(0, before - this.elapsed());
        this.#arm();
      }
    });
  }

  #afterOthers(move: () => Promise<void>): Promise<void> {
    const moved = this.#moving.then(move);
    this.#moving = moved.catch(() => {});
    return moved;
  }

  async #go(at: number): Promise<void> {
    const back = this.now() - at;
    if (back <= 0) return this.#forward(at);
    this.#setBack += back;
    if (this.#pinned === undefined) this.#offset -= back;
    else this.#pinned = at;
    this.#arm();
  }

  async #forward(target: number): Promise<void> {
    const pinned = this.#pinned !== undefined;
    const offset = this.#offset + target - this.now();
    const end = target + this.#setBack;
    try {
      let steps = 0;
      for (let next = this.#next(); next && next.due <= end; next = this.#next()) {
        steps += 1;
        this.#pinned = steps > MAX_STEPS ? target : Math.max(next.due - this.#setBack, this.now());
        this.#entries.delete(next);
        await next.work();
      }
    } finally {
      this.#pinned = pinned ? target : undefined;
      if (!pinned) this.#offset = offset;
      this.#arm();
    }
  }

  /** Stops the clock at a time, now by default. Runs no work. */
  pin(at = this.now()): void {
    this.#setBack += Math.max(0, this.now() - at);
    this.#pinned = at;
    this.#arm();
  }

  /** Resumes a pinned clock from its current time. */
  unpin(): void {
    if (this.#pinned === undefined) return;
    this.#offset = this.#pinned - Date.now();
    this.#pinned = undefined;
    this.#arm();
  }

  #next(): Entry | undefined {
    let next: Entry | undefined;
    for (const entry of this.#entries) if (!next || entry.due < next.due) next = entry;
    return next;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const next = this.#next();
    if (!next || this.#pinned !== undefined) return;
    const wait = Math.min(Math.max(0, next.due - this.elapsed()), MAX_TIMER_MS);
    this.#timer = setTimeout(() => this.#fire(), wait);
    this.#timer.unref();
  }

  #fire(): void {
    const elapsed = this.elapsed();
    for (const entry of [...this.#entries].sort((a, b) => a.due - b.due)) {
      if (entry.due > elapsed || !this.#entries.delete(entry)) continue;
      background(entry.work);
    }
    this.#arm();
  }
}
