import { type FileHandle, open, readFile } from "node:fs/promises";
import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { CliError, fileError, type Problem } from "../../core/errors.ts";
import { isAtLeast, type LogLine, lastLogLines, readLogLine } from "../../core/log-record.ts";
import { sinceTimestamp, timestampOf } from "../../core/timestamp.ts";
import { logFile, logFiles } from "../../settings/log-files.ts";
import { appendedLines } from "./lib/follow-log.ts";
import type { localLogs } from "./logs.ts";

type LogsBody = BodyOf<typeof localLogs>;
type Filter = (line: LogLine) => boolean;

export const check: Check<typeof localLogs> = ({ flags: { follow, lines, since }, output }) => {
  const problems: Problem[] = [];
  if (lines !== undefined && lines < 0) problems.push({ path: "--lines", message: `must be 0 or more, not ${lines}` });
  if (since !== undefined && sinceTimestamp(since, now()) === undefined) {
    const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${since}"`;
    problems.push({ path: "--since", message });
  }
  if (follow && output !== "text" && output !== "jsonl") {
    problems.push({ path: "--output", message: `must be jsonl, not ${output}, with --follow: the log has no end` });
  }
  return problems;
};

/** Prints the last records of the service's log; with `--follow` also new ones. */
export const run: Run<typeof localLogs> = async (body) => {
  const { flags, items, settings, text, value, wantsValue } = body;
  const path = logFile(settings.resolved.state_dir.value);
  const filter = filterOf(flags);
  const visible = ({ text }: LogLine): string => `${text}\n`;
  if (flags.follow) {
    return items(followedLines(body, path, filter), (line) =>
      wantsValue ? { values: [line.record] } : { to: "stdout", data: visible(line) },
    );
  }
  const file = await openLog(path);
  try {
    const lines = await earlierLines(path, await textOf(file), count(flags), filter);
    return wantsValue ? value(lines.map(({ record }) => record)) : text(lines.map(visible).join(""), { content: true });
  } finally {
    await file.close();
  }
};

/** Number of earlier lines to print. */
function count({ lines = 100 }: LogsBody["flags"]): number {
  return lines;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function filterOf({ level, since: given }: LogsBody["flags"]): Filter {
  const since = given === undefined ? undefined : sinceTimestamp(given, now());
  return ({ record }) =>
    (level === undefined || isAtLeast(record, level)) &&
    (since === undefined || (timestampOf(record.time) ?? "") >= since);
}

async function textOf(file: FileHandle): Promise<string> {
  return (await file.readFile()).toString();
}

async function openLog(path: string): Promise<FileHandle> {
  return await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      throw new CliError("not-found", "the local service has no log yet", {
        code: "no_log",
        hint: "browserctl local start",
      });
    }
    throw fileError("read", path, error);
  });
}

/** The last lines of a log that pass the filter, from as many of its files as needed; `text` is the current file. */
async function earlierLines(path: string, text: string, count: number, filter: Filter): Promise<LogLine[]> {
  let found = lastLogLines(text, count, filter);
  for (const earlier of logFiles(path).slice(1)) {
    if (found.length >= count) break;
    const content = await readFile(earlier, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw fileError("read", earlier, error);
    });
    found = [...lastLogLines(content, count - found.length, filter), ...found];
  }
  return found;
}

/** The last lines of a log, then lines as they are appended, until the command is interrupted. */
async function* followedLines(
  { flags, signal }: LogsBody,
  path: string,
  filter: Filter,
): AsyncGenerator<LogLine, never> {
  const file = await openLog(path);
  let last: LogLine | undefined;
  let end: number;
  let handedOver = false;
  try {
    const text = await textOf(file);
    end = Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1));
    for (const line of await earlierLines(path, text, count(flags), filter)) {
      last = line;
      yield line;
    }
    handedOver = true;
  } finally {
    if (!handedOver) await file.close();
  }
  for await (const text of appendedLines(path, file, end, signal)) {
    last = readLogLine(text, last);
    if (filter(last)) yield last;
  }
  throw new Error("a log ends by an interruption alone");
}
