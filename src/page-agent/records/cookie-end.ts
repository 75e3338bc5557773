import { parseDuration } from "../../core/duration.ts";
import { timestampOf } from "../../core/timestamp.ts";

/**
 * Time in milliseconds since 1970 at which a cookie expires: an RFC 3339 time, or a duration from now. Undefined for any
 * other text, and for what is not in the future.
 */
export function cookieEnd(text: string): number | undefined {
  const now = performance.timeOrigin + performance.now();
  const end = timeOf(text, now);
  return end > now && !Number.isNaN(new Date(end).getTime()) ? end : undefined;
}

/** Time of a text; NaN for one that is none. */
function timeOf(text: string, now: number): number {
  const time = timestampOf(text);
  if (time !== undefined) return Date.parse(time);
  try {
    return now + parseDuration(text, Number.POSITIVE_INFINITY);
  } catch {
    return Number.NaN;
  }
}
