import { parseDuration } from "../../core/duration.ts";

/**
 * A moment as 30 characters of UTC with nanoseconds, `2026-01-02T03:04:05.000000000Z`: the order of such texts is the
 * order of time, exactly. The empty text is before every moment.
 */
export type Timestamp = string;

const common = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{9}Z$/;
const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * The moment an RFC 3339 time names; undefined for anything else. What a fraction has beyond nine digits is left out, a
 * leap second stays one.
 */
export function timestampOf(text: unknown): Timestamp | undefined {
  if (typeof text !== "string") return undefined;
  if (common.test(text)) return text;
  const [, day = "", minute = "", second = "", fraction = "", sign, hours, minutes] = rfc3339.exec(text) ?? [];
  const local = Date.parse(`${day}T${minute}:00Z`);
  // The 30th of February would become a day of March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(`${day}T${minute}`)) return undefined;
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  const utc = new Date(local - offset).toISOString();
  if (utc.length !== 24) return undefined;
  return `${utc.slice(0, 17)}${second}.${fraction.slice(0, 9).padEnd(9, "0")}Z`;
}

/** The moment a duration such as `5m` before a time in milliseconds since 1970; undefined for what is no duration. */
export function ago(from: number, duration: string): Timestamp | undefined {
  try {
    return timestampOf(new Date(from - parseDuration(duration, Number.POSITIVE_INFINITY)).toISOString());
  } catch {
    return undefined;
  }
}

/** Whether a text says from when on events are wanted: an RFC 3339 time, or a duration back from now. */
export function isSince(text: string): boolean {
  return (timestampOf(text) ?? ago(performance.timeOrigin, text)) !== undefined;
}

/** The moment a millisecond before. */
export function millisecondBefore(moment: Timestamp): Timestamp {
  const nanoseconds = Number(moment.slice(20, 29)) - 1_000_000;
  if (nanoseconds >= 0) return `${moment.slice(0, 20)}${String(nanoseconds).padStart(9, "0")}Z`;
  const [year, month, day, hour, minute, second] = moment.slice(0, 19).split(/[-T:]/).map(Number) as [
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
