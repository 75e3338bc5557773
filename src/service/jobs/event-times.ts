import { epochMs, sinceTimestamp, type Timestamp, timestampAt } from "../../core/timestamp.ts";
import type { Clock } from "../clock.ts";
import { ResourceError } from "../store/resource-error.ts";

const MAX_NANOS = 999_999;

/**
 * Timestamps of one log: RFC 3339 in UTC with nine digits, each later than the previous one. The last six digits number
 * the events within one millisecond. Timestamps keep growing when the clock is set back, so that a reader that resumes
 * from any of them misses and repeats nothing. Timestamps compare as text.
 */
export class EventTimes {
  readonly #clock: Clock;
  #ms: number;
  #nanos = -1;
  #prefix = "";

  /** @param last the last timestamp of a log that is continued */
  constructor(clock: Clock, last?: string) {
    this.#clock = clock;
    this.#ms = last === undefined ? 0 : Date.parse(last) + 1;
  }

  next(): string {
    const now = Math.max(this.#clock.now(), this.#ms);
    if (now > this.#ms || this.#nanos >= MAX_NANOS || this.#prefix === "") {
      this.#ms = this.#nanos >= MAX_NANOS && now === this.#ms ? now + 1 : now;
      this.#nanos = -1;
      this.#prefix = new Date(this.#ms).toISOString().slice(0, -1);
    }
    this.#nanos += 1;
    return `${this.#prefix}${String(this.#nanos).padStart(6, "0")}Z`;
  }
}

/**
 * Reads `since` (contract 1.13) as a timestamp to compare with: an RFC 3339 time, or a duration back from now.
 * Undefined when it is not given. Throws a {@link ResourceError} for anything else.
 */
export function sinceTime(since: string | undefined, clock: Clock): Timestamp | undefined {
  if (since === undefined || since === "") return undefined;
  // A plus sign that was not escaped arrives as a space.
  const timestamp = sinceTimestamp(since.replace(/ (\d\d:\d\d)$/, "+$1"), clock.now());
  if (timestamp !== undefined) return timestamp;
  throw ResourceError.invalid([
    {
      path: "since",
      message: `must be an RFC 3339 time such as 2026-01-31T12:00:00Z, or a duration such as 5m, not ${JSON.stringify(since)}`,
    },
  ]);
}

/** First millisecond since 1970 that is not before a timestamp. */
export function firstMsOf(timestamp: Timestamp): number {
  const ms = epochMs(`${timestamp.slice(0, 23)}Z`);
  return timestampAt(ms) >= timestamp ? ms : ms + 1;
}
