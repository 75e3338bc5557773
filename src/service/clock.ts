/** Work scheduled at a time of the clock. */
export interface Scheduled {
  cancel(): void;
}

interface Entry {
  due: number;
  work: () => void | Promise<void>;
}

/** Maximum delay of a Node timer; longer waits use several timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Source of the time of day for expiry, idle time and records; not for input and output. It follows the system's time
 * plus an offset, or stands still when pinned. Advancing it runs due work in order, each at its own time.
 */
export class Clock {
  readonly #entries = new Set<Entry>();
  #offset = 0;
  #pinned: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> = Promise.resolve();

  /** @param pinnedAt milliseconds since 1970 at which the clock stands still; without it, it runs. */
  constructor(pinnedAt?: number) {
    this.#pinned = pinnedAt;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#pinned ?? Date.now() + this.#offset;
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

  /** Runs `work` once, `ms` milliseconds from now on this clock. It does not keep the process alive. */
  schedule(ms: number, work: () => void | Promise<void>): Scheduled {
    const entry: Entry = { due: this.now() + Math.max(0, ms), work };
    this.#entries.add(entry);
    this.#arm();
    return {
      cancel: () => {
        this.#entries.delete(entry);
        this.#arm();
      },
    };
  }

  /** Advances the clock by `ms` milliseconds and waits for the due work. */
  advance(ms: number): Promise<void> {
    const moved = this.#moving.then(() => this.#move(Math.max(0, ms)));
    this.#moving = moved.catch(() => {});
    return moved;
  }

  async #move(ms: number): Promise<void> {
    const target = this.now() + ms;
    const pinned = this.#pinned !== undefined;
    const offset = this.#offset + ms;
    try {
      for (let next = this.#next(); next && next.due <= target; next = this.#next()) {
        this.#pinned = Math.max(next.due, this.now());
        this.#entries.delete(next);
        await next.work();
      }
    } finally {
      this.#pinned = pinned ? target : undefined;
      if (!pinned) this.#offset = offset;
      this.#arm();
    }
  }

  /** Stops the clock at a time, now by default. */
  pin(at = this.now()): void {
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
    const wait = Math.min(Math.max(0, next.due - this.now()), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#fire(), wait);
    this.#timer.unref();
  }

  #fire(): void {
    const now = this.now();
    for (const entry of [...this.#entries].sort((a, b) => a.due - b.due)) {
      if (entry.due > now || !this.#entries.delete(entry)) continue;
      void entry.work();
    }
    this.#arm();
  }
}
