import { table } from "../../../../cli/declare/command.ts";
import type { TelemetryItem } from "../../../../generated/types.ts";

/** Telemetry event in the form for people. */
export interface EventRow {
  readonly time: string;
  readonly category: string;
  readonly type: string;
  readonly details: string;
}

export const eventColumns = table<EventRow>([
  { path: "time", whole: true },
  { path: "category" },
  { path: "type" },
  { path: "details", keep: true },
]);

/** Fields that say what happened, in the order in which they are read; other fields are in `-o json`. */
const telling = [
  ...["method", "status", "error_text", "reason", "operation_id", "captcha_type", "service_name", "phase"],
  ...["process_name", "pid", "step", "key", "selector", "text", "title", "url_scheme", "url", "website_host"],
  ...["source_url", "line", "duration_ms", "code"],
];

/** Maximum length of the details, in characters. */
const MAX_CHARACTERS = 300;

/** Form of an event for people: time in UTC, category, type, and the fields that say what happened. */
export function eventRow({ event }: TelemetryItem): EventRow {
  const data: Readonly<Record<string, unknown>> = { ...event.data };
  const told = telling.flatMap((name) => (isTold(data[name]) ? [valueText(name, data[name])] : []));
  const others = Object.values(data).filter(isTold).map(String);
  return {
    time: timeText(event.ts),
    category: event.category,
    type: event.type,
    details: oneLine((told.length > 0 ? told : others).join(" ")),
  };
}

/** Time of microseconds since 1970; the number itself where no date says it. */
function timeText(micros: number): string {
  const date = new Date(Math.floor(micros / 1_000));
  return Number.isNaN(date.getTime()) ? String(micros) : date.toISOString();
}

function isTold(value: unknown): value is string | number | boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean";
}

function valueText(name: string, value: unknown): string {
  if (name === "duration_ms") return `${Math.round(Number(value))}ms`;
  return name === "line" ? `line ${String(value)}` : String(value);
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}...` : line;
}
