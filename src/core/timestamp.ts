import { parseDuration } from "./duration.ts";

/**
 * Time as 30 characters of UTC with nanoseconds, `2026-01-02T03:04:05.000000000Z`: the order of such texts is the order
 * of time, exactly. A leap second keeps its second 60, which puts it between second 59 and the next minute. The empty
 * text is before every time.
 */
export type Timestamp = string;

const normal = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{9}Z$/;
const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * Reads an RFC 3339 time; undefined for anything else. Digits of a fraction after the ninth are dropped. Second 60 is
 * valid at 23:59:60 UTC alone (RFC 3339, 5.7).
 *
 * assumed: on any day, as in the schema format `date-time`; a table of leap seconds would need maintenance.
 */
export function timestampOf(text: unknown): Timestamp | undefined {
  if (typeof text !== "string") return undefined;
  if (normal.test(text)) return text;
  const [, day = "", minute = "", second = "", fraction = "", sign, hours, minutes] = rfc3339.exec(text) ?? [];
  const local = Date.parse(`${day}T${minute}:00Z`);
  // The 30th of February would become a day of March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(`${day}T${minute}`)) return undefined;
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  const utc = new Date(local - offset).toISOString();
  if (utc.length !== 24 || (second === "60" && utc.slice(11, 16) !== "23:59")) return undefined;
  return `${utc.slice(0, 17)}${second}.${fraction.slice(0, 9).padEnd(9, "0")}Z`;
}

/** Timestamp of a time in milliseconds since 1970, which must be in the years 0 to 9999. */
export function timestampAt(ms: number): Timestamp {
  return `${new Date(ms).toISOString().slice(0, -1)}000000Z`;
}

/**
 * Milliseconds since 1970 of an RFC 3339 time; NaN for anything else. The whole of a leap second counts as the start of
 * the second after it, since this count has no place for it.
 */
export function epochMs(text: string | null | undefined): number {
  const ms = Date.parse(text ?? "");
  if (!Number.isNaN(ms)) return ms;
  const timestamp = timestampOf(text);
  return timestamp === undefined ? Number.NaN : Date.parse(`${timestamp.slice(0, 17)}59Z`) + 1_000;
}

/** Time that is a duration such as `5m` before `now`, in milliseconds since 1970; undefined for an invalid duration. */
export function ago(now: number, duration: string): Timestamp | undefined {
  try {
    return timestampOf(new Date(now - parseDuration(duration, Number.POSITIVE_INFINITY)).toISOString());
  } catch {
    return undefined;
  }
}

/** Reads the start of a stream: an RFC 3339 time, or a duration back from `now` (milliseconds since 1970). */
export function sinceTimestamp(text: string, now: number): Timestamp | undefined {
  return timestampOf(text) ?? ago(now, text);
}

const MINUTE_MS = 60_000;

/** End of the minute of a time, both in milliseconds since 1970. */
export function endOfMinute(ms: number): number {
  return (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;
}

/** Timestamp one millisecond earlier. */
export function millisecondBefore(timestamp: Timestamp): Timestamp {
  const nanoseconds = Number(timestamp.slice(20, 29)) - 1_000_000;
  if (nanoseconds >= 0) return `${timestamp.slice(0, 20)}${String(nanoseconds).padStart(9, "0")}Z`;
  const [year, month, day, hour, minute, second] = timestamp.slice(0, 19).split(/[-T:]/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second - 1);
  return `${date.toISOString().slice(0, 19)}.${String(nanoseconds + 1_000_000_000).padStart(9, "0")}Z`;
}

/** Time of day of a timestamp, in its own zone: `09:30:00`; a text that is no timestamp is returned unchanged. */
export function timeOfDay(timestamp: Timestamp): string {
  return /T(\d\d:\d\d:\d\d)/.exec(timestamp)?.[1] ?? timestamp;
}
