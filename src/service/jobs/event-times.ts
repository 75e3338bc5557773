import { epochMs, sinceTimestamp, type Timestamp, timestampAt } from "../../core/timestamp.ts";
import type { Clock } from "../clock.ts";
import { ResourceError } from "../store/resource-error.ts";

const MAX_NANOS = 999_999;

/**
 * The timestamps of one log: RFC 3339 in UTC with nine digits, each later than the one before. The last six digits
 * number the events of one millisecond, and a clock that is set back does not set them back: whoever goes on from one of
 * them misses and repeats nothing. Timestamps compare as text.
 */
export class EventTimes {
  readonly #clock: Clock;
  #ms: number;
  #nanos = -1;
  #prefix = "";

  /** @param last the last timestamp of a log that is gone on with */
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
 * Undefined for none. Throws a {@link ResourceError} for anything else.
 */
export function sinceTime(since: string | undefined, clock: Clock): Timestamp | undefined {
  if (since === undefined || since === "") return undefined;
  // A plus sign that was not escaped arrives as a blank.
  const timestamp = sinceTimestamp(since.replace(/ (\d\d:\d\d)$/, "+$1"), clock.now());
  if (timestamp !== undefined) return timestamp;
  throw ResourceError.invalid([
    {
      path: "since",
      message: `must be an RFC 3339 time such as 2026-01-31T12:00:00Z, or a duration such as 5m, not ${JSON.stringify(since)}`,
    },
  ]);
}

/** The first millisecond since 1970 that is not before a timestamp. */
export function firstMsOf(timestamp: Timestamp): number {
  const ms = epochMs(`${timestamp.slice(0, 23)}Z`);
  return timestampAt(ms) >= timestamp ? ms : ms + 1;
}
