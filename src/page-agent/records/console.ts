import type { AgentState } from "../agent-state.ts";
import { cut, oneLine } from "../page-text.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import type { ConsoleRequest, ConsoleResult } from "../requests.ts";
import { shortUrl } from "../snapshot/take-snapshot.ts";
import type { AgentPage } from "../target.ts";
import { type ConsoleMessage, collectMessages } from "./console-messages.ts";
import { newest, startOf, timeOfDay } from "./newest.ts";

/** Maximum number of tokens where none is given. */
const MAX_TOKENS = 1_000;
/** Maximum number of characters of a message on its line, and in its record. */
const MAX_LINE_TEXT = 400;
const MAX_TEXT = 4_000;

const levels = ["debug", "info", "warning", "error"] as const;

/** Messages of the page's console in order of time, within a budget: the newest stay. */
export async function readConsole(page: AgentPage, state: AgentState, request: ConsoleRequest): Promise<ConsoleResult> {
  refuseDialog(page);
  const since = startOf(request.since);
  const seen = request.new ? (state.seen.console ?? 0) : 0;
  const minimum = levels.indexOf(request.level ?? "debug");
  const isWanted = ({ level, time }: Pick<ConsoleMessage, "level" | "time">): boolean =>
    levels.indexOf(level) >= minimum && time >= since && time > seen;
  const collected = await collectMessages(page, isWanted);
  state.seen.console = Math.max(state.seen.console ?? 0, collected.newest);
  const wanted = request.find?.toLowerCase();
  const found = collected.messages.filter(
    ({ text, url = "" }) => wanted === undefined || `${text} ${url}`.toLowerCase().includes(wanted),
  );
  const hide = (text: string): string => state.secrets.hide(text);
  const lines = merged(found.map((message) => ({ time: message.time, text: hide(lineOf(message)) })));
  const shown = newest(lines, request.max_tokens ?? MAX_TOKENS, printedLine);
  const count = shown.reduce((sum, line) => sum + line.count, 0);
  const foot = footOf(count, found.length, collected.isFull);
  return {
    text: [...shown.map(printedLine), ...foot, ""].join("\n"),
    messages: found.slice(found.length - count).map((message) => recordOf(message, hide)),
    shown: count,
    total: found.length,
  };
}

interface Line {
  readonly time: number;
  readonly text: string;
  /** Number of messages in a row with this text; the time is that of the last. */
  readonly count: number;
}

/** Lines for the messages; those with the same text in a row are one. */
function merged(messages: readonly Omit<Line, "count">[]): Line[] {
  const lines: Line[] = [];
  for (const message of messages) {
    const last = lines.at(-1);
    if (last?.text === message.text) lines[lines.length - 1] = { ...message, count: last.count + 1 };
    else lines.push({ ...message, count: 1 });
  }
  return lines;
}

function printedLine({ count, text, time }: Line): string {
  return `${timeOfDay(time)} ${text}${count > 1 ? ` (${count} times)` : ""}`;
}

function lineOf({ column, isLog, level, line, text, url, worker }: ConsoleMessage): string {
  const name = url === undefined || url === "" ? [] : [placeName(url, isLog, line, column)];
  const parts = worker === undefined ? name : [worker, ...name];
  const place = parts.length === 0 ? "" : ` (${parts.join(" ")})`;
  return `${level} ${cut(text, MAX_LINE_TEXT)}${place}`;
}

/** File and position; the whole address of what was requested. */
function placeName(url: string, isWhole: boolean, line: number | undefined, column: number | undefined): string {
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  if (isWhole || !URL.canParse(url)) return `${shortUrl(url)}${position}`;
  const { host, pathname, protocol } = new URL(url);
  if (!/^(?:https?|file):/.test(protocol)) return `${cut(oneLine(url), 40)}${position}`;
  const name = pathname.split("/").at(-1);
  return `${cut(oneLine(name === undefined || name === "" ? `${host}/` : name), 60)}${position}`;
}

function footOf(shown: number, total: number, isFull: boolean): string[] {
  if (total === 0) return ["no messages"];
  const kept = isFull ? ["the browser keeps the last 1,000 of a page; older ones are lost"] : [];
  if (shown === total) return kept;
  return [`shown the newest ${shown} of ${total} messages; --level error and --find TEXT choose`, ...kept];
}

function recordOf(
  { column, frame, level, line, stack, text, time, url, worker }: ConsoleMessage,
  hide: (text: string) => string,
): ConsoleResult["messages"][number] {
  return {
    time: new Date(time).toISOString(),
    level,
    text: hide(cut(text, MAX_TEXT)),
    ...(url !== undefined && url !== "" && { url: hide(shortUrl(url)) }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(stack.length > 0 && { stack: stack.map((each) => hide(each)) }),
    ...(worker !== undefined && { worker }),
    ...(frame !== undefined && { frame: hide(shortUrl(frame)) }),
  };
}
