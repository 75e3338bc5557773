import { type LogLevel, logLevels } from "./log-level.ts";
import { timestampOf } from "./timestamp.ts";

/** Record of the service's log; further fields stand beside these. */
export interface LogRecord {
  level: LogLevel;
  /** RFC 3339; null if neither the line nor one before it has a time. */
  time: string | null;
  msg: string;
  /** Id of the browser session that it is about. */
  session?: string;
  /** Id of the HTTP request, unique in one run of the service. */
  request?: string;
  operation?: string;
  /** Program that wrote the line, if it is not the service. */
  part?: string;
  err?: { type?: string; message?: string; stack?: string };
  [field: string]: unknown;
}

/** Line of the log file. */
export interface LogLine {
  /**
   * False for a line of plain text: from a version before structured logging, or from the runtime, such as the trace of
   * a crash.
   */
  readonly structured: boolean;
  readonly record: LogRecord;
  /** The line for a person. */
  readonly text: string;
}

/** Fields that the message or the head of a line already shows. */
const shownElsewhere = new Set(["level", "time", "msg", "err", "method", "path", "status", "duration_ms"]);

/**
 * Reads a line of the log. A text that begins with a time has level info. One without a time continues the text before
 * it; behind a record it comes from the runtime itself, and has level error and the record's time.
 */
export function readLogLine(line: string, before?: LogLine): LogLine {
  const record = line.startsWith("{") ? jsonRecord(line) : undefined;
  if (record) return { structured: true, record, text: recordText(record) };
  const [, time, msg = ""] = /^(\S+) (.*)$/s.exec(line) ?? [];
  if (time !== undefined && timestampOf(time) !== undefined) return textLine(line, { level: "info", time, msg });
  const level = before && !before.structured ? before.record.level : "error";
  return textLine(line, { level, time: before?.record.time ?? null, msg: line });
}

/** The last `count` whole lines of a log's text that pass a filter. */
export function lastLogLines(text: string, count: number, filter: (line: LogLine) => boolean): LogLine[] {
  const lines = text.split("\n").slice(0, -1);
  const found: LogLine[] = [];
  for (let end = lines.length; end > 0 && found.length < count; ) {
    // Includes the lines that continue a line with a time.
    let start = end - 1;
    while (start > 0 && !/^(?:\{|\d{4}-)/.test(lines[start] ?? "")) start -= 1;
    for (const line of readLogLines(lines.slice(start, end)).filter(filter).reverse()) found.push(line);
    end = start;
  }
  return found.slice(0, count).reverse();
}

/** Reads lines that follow each other. */
export function readLogLines(lines: readonly string[]): LogLine[] {
  let before: LogLine | undefined;
  return lines.map((line) => {
    before = readLogLine(line, before);
    return before;
  });
}

/** True for a record of this level or a more severe one. */
export function isAtLeast({ level }: LogRecord, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}

function textLine(text: string, record: LogRecord): LogLine {
  return { structured: false, record, text };
}

function jsonRecord(line: string): LogRecord | undefined {
  let record: Partial<LogRecord>;
  try {
    record = JSON.parse(line) as Partial<LogRecord>;
  } catch {
    return undefined;
  }
  const { level, time, msg } = record;
  if (!level || !logLevels.includes(level) || typeof time !== "string" || typeof msg !== "string") return undefined;
  return record as LogRecord;
}

/** Time, level, session, message, other fields, and the trace of an error below. */
function recordText(record: LogRecord): string {
  const { level, time, msg, session, part, request, err } = record;
  const about =
    session === undefined || request !== undefined ? "" : `session ${[session, part].filter(Boolean).join(" ")}: `;
  const fields = Object.entries(record)
    .filter(([name]) => !shownElsewhere.has(name) && !(about !== "" && (name === "session" || name === "part")))
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const trace = err?.stack ?? err?.message;
  return `${time} ${level.toUpperCase().padEnd(5)} ${about}${msg}${fields.join("")}${trace === undefined ? "" : `\n${trace}`}`;
}
