import { MAX_AUDIT_DAYS } from "../../../contract/limits.ts";
import type { Problem } from "../../../core/errors.ts";
import { endOfMinute } from "../../../core/timestamp.ts";

const DAY_MS = 86_400_000;

interface Times {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Times of the request: until the end of this minute, and from a day before, unless given. */
export function interval({ start, end: given }: Times, now: number): { start: string; end: string } {
  const end = given ?? new Date(endOfMinute(now)).toISOString();
  return { start: start ?? new Date(Date.parse(end) - DAY_MS).toISOString(), end };
}

export function intervalProblems(times: Times, now: number): Problem[] {
  const { start, end } = interval(times, now);
  const length = Date.parse(end) - Date.parse(start);
  if (length <= 0) return [{ path: "--until", message: "must be after --since" }];
  if (length <= MAX_AUDIT_DAYS * DAY_MS) return [];
  return [{ path: "--since", message: `must be at most ${MAX_AUDIT_DAYS} days before --until` }];
}
