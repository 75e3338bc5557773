import { type FileHandle, open, readFile } from "node:fs/promises";
import type { CommandContext } from "../../cli/context.ts";
import { printOutput } from "../../cli/print.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError, fileError, type Problem, usageError } from "../../core/errors.ts";
import { isAtLeast, type LogLevel, type LogLine, lastLogLines, readLogLine } from "../../core/log-record.ts";
import { sanitize } from "../../core/sanitize.ts";
import { sinceTimestamp, type Timestamp, timestampOf } from "../../core/timestamp.ts";
import { logFile, logFiles } from "../../settings/log-files.ts";
import { appendedLines } from "./follow-log.ts";

type Filter = (line: LogLine) => boolean;

/** Prints the last records of the service's log, and with `--follow` those that come. */
export const run: CommandRun = async (context) => {
  const { flags, resolved } = context;
  const { count, filter } = readFlags(context);
  const path = logFile(resolved.state_dir.value);
  const file = await openLog(path);
  let follows = false;
  try {
    const text = (await file.readFile()).toString();
    const lines = await earlierLines(path, text, count, filter);
    if (flags["follow"] !== true) {
      if (!isText(context)) return { kind: "value", value: lines.map(({ record }) => record) };
      for (const line of lines) await print(context, line);
      return { kind: "exit", exitNumber: 0 };
    }
    for (const line of lines) await print(context, line);
    follows = true;
    const end = Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1));
    return await follow(context, appendedLines(path, file, end, context.lifetime.signal), lines.at(-1), filter);
  } finally {
    if (!follows) await file.close();
  }
};

function readFlags({ flags, globals }: CommandContext): { count: number; filter: Filter } {
  const problems: Problem[] = [];
  const count = (flags["lines"] as number | undefined) ?? 100;
  if (count < 0) problems.push({ path: "--lines", message: `must be 0 or more, not ${count}` });
  const given = flags["since"] as string | undefined;
  const since = given === undefined ? "" : sinceTimestamp(given, performance.timeOrigin + performance.now());
  if (since === undefined) {
    const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${given}"`;
    problems.push({ path: "--since", message });
  }
  if (flags["follow"] === true && globals.output !== "text" && globals.output !== "jsonl") {
    problems.push({
      path: "--output",
      message: `must be jsonl, not ${globals.output}, with --follow: the log has no end`,
    });
  }
  if (problems.length > 0) throw usageError(problems);
  return { count, filter: filterOf(flags["level"] as LogLevel | undefined, since ?? "") };
}

function filterOf(level: LogLevel | undefined, since: Timestamp): Filter {
  return ({ record }) =>
    (level === undefined || isAtLeast(record, level)) && (since === "" || (timestampOf(record.time) ?? "") >= since);
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

/** The last lines of a log that pass the filter, from as many of its files as they take; `text` is the current one. */
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

/** Prints lines as they are appended, until the command is interrupted. */
async function follow(
  context: CommandContext,
  lines: AsyncIterable<string>,
  last: LogLine | undefined,
  filter: Filter,
): Promise<never> {
  let before = last;
  for await (const text of lines) {
    before = readLogLine(text, before);
    if (filter(before)) await print(context, before);
  }
  throw new Error("a log ends by an interruption alone");
}

/** Whether lines are printed for a person, not records for a program. */
function isText({ globals }: CommandContext): boolean {
  return globals.output === "text" && globals.query === undefined && globals.fields === undefined;
}

async function print(context: CommandContext, line: LogLine): Promise<void> {
  const { io, globals } = context;
  if (isText(context)) await io.write(`${io.tty.stdout ? sanitize(line.text) : line.text}\n`);
  else await printOutput({ kind: "value", value: line.record }, io, globals);
}
