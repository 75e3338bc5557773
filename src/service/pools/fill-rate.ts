const MINUTE_MS = 60_000;

/**
 * Limit of the browsers of a pool that are replaced per minute: a bucket with the share of one minute, at least one
 * browser, which fills with time. assumed: it is full at first, so that a single browser is replaced at once.
 */
export class FillRate {
  #perMinute: number | undefined;
  #tokens = 0;
  #filledAt = 0;

  /** Sets the share of one minute, a percentage of a size. `now` is a reading of the clock's elapsed time. */
  set(size: number, percent: number, now: number): void {
    const isFirst = this.#perMinute === undefined;
    this.#fill(now);
    this.#perMinute = (size * percent) / 100;
    this.#tokens = isFirst ? this.#most : Math.min(this.#tokens, this.#most);
  }

  /** Takes one replacement; false when the share is used up. */
  take(now: number): boolean {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Milliseconds until a replacement can be taken; undefined when there is never one. */
  waitMs(now: number): number | undefined {
    this.#fill(now);
    if (!this.#perMinute) return undefined;
    return Math.ceil((Math.max(0, 1 - this.#tokens) / this.#perMinute) * MINUTE_MS);
  }

  get #most(): number {
    return this.#perMinute ? Math.max(1, this.#perMinute) : 0;
  }

  #fill(now: number): void {
    const minutes = Math.max(0, now - this.#filledAt) / MINUTE_MS;
    this.#filledAt = now;
    this.#tokens = Math.min(this.#most, this.#tokens + minutes * (this.#perMinute ?? 0));
  }
}
