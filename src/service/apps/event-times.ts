import { parseDuration } from "../../core/duration.ts";
import { badRequest } from "../api-error.ts";
import type { Clock } from "../clock.ts";

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

const shape = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.(\d{1,9})\d*)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * What `since` means (contract 1.13), as a timestamp to compare with: an RFC 3339 time, or a duration back from now.
 * Undefined for none. Throws 400 for anything else.
 */
export function sinceTime(since: string | undefined, clock: Clock): string | undefined {
  if (since === undefined || since === "") return undefined;
  // A plus sign that was not escaped arrives as a blank.
  const text = since.replace(/ (\d\d:\d\d)$/, "+$1");
  const match = shape.exec(text);
  if (match) {
    const ms = Date.parse(text.replace(/\.\d+/, "").replace(" ", "T").toUpperCase());
    // A day that its month does not have would be one of the next month.
    const day = text.slice(0, 10);
    const exists = !Number.isNaN(ms) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
    if (exists) return `${new Date(ms).toISOString().slice(0, -4)}${(match[1] ?? "").padEnd(9, "0")}Z`;
  }
  try {
    return timestampOf(clock.now() - parseDuration(text, Number.POSITIVE_INFINITY));
  } catch {
    throw badRequest("the request is not valid", [
      {
        path: "since",
        message: `must be an RFC 3339 time such as 2026-01-31T12:00:00Z, or a duration such as 5m, not ${JSON.stringify(since)}`,
      },
    ]);
  }
}

/** A moment in the form of the logs' timestamps, before every event of its millisecond. */
export function timestampOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000000Z`;
}
