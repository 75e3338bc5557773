import { epochMs } from "../../core/timestamp.ts";
/** Forms of the time of a line; the key `t` switches to the next. */
export const timeForms = ["relative", "absolute", "none"] as const;
export type TimeForm = (typeof timeForms)[number];

/** Terminals with fewer columns show times without the fraction. */
const NARROW = 60;

/** Columns of a time, including the blank after it. */
export function timeWidth(form: TimeForm, columns: number): number {
  if (form === "none") return 0;
  if (form === "relative") return 9;
  return columns < NARROW ? 9 : 13;
}

/**
 * The time of a line: relative to the start of the invocation (`12.345s`, `2m03.1s`, `1h02m03s`), or in local time
 * (`14:03:59.123`, without the fraction on a narrow terminal). Blank when the line has none; always {@link timeWidth} wide.
 */
export function lineTime(timestamp: string | undefined, form: TimeForm, startedAt: number, columns: number): string {
  const width = timeWidth(form, columns);
  if (width === 0) return "";
  const time = epochMs(timestamp);
  if (Number.isNaN(time)) return " ".repeat(width);
  const text = form === "relative" ? since((time - startedAt) / 1_000) : clock(new Date(time), width > 9);
  return `${text.padStart(width - 1).slice(0, width - 1)} `;
}

function since(seconds: number): string {
  const sign = seconds < 0 ? "-" : "";
  const all = Math.abs(seconds);
  if (all < 60) return `${sign}${all.toFixed(all < 10 || sign === "" ? 3 : 2)}s`;
  const tenths = Math.floor(all * 10);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor((tenths % 36_000) / 600)];
  const rest = (tenths % 600) / 10;
  if (hours === 0) return `${sign}${minutes}m${rest.toFixed(1).padStart(4, "0")}s`;
  if (hours < 100) return `${sign}${hours}h${two(minutes)}m${two(Math.floor(rest))}s`.slice(0, 9);
  return `${sign}${hours}h${two(minutes)}m`;
}

function clock(date: Date, fraction: boolean): string {
  const seconds = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return fraction ? `${seconds}.${String(date.getMilliseconds()).padStart(3, "0")}` : seconds;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
