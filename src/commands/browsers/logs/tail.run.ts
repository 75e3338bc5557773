import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import type { Printed } from "../../../cli/declare/spec.ts";
import { CliError, type Problem } from "../../../core/errors.ts";
import { Styled } from "../../../core/styled.ts";
import type { LogsStreamEvent } from "../../../generated/types.ts";
import { logProblems } from "../../lib/follow/log-problems.ts";
import { sessionEnded } from "../lib/session-ended.ts";
import type { logsTail } from "./tail.ts";

type Tail = BodyOf<typeof logsTail>;
type Line = Extract<LogsStreamEvent, { message: string }>;

export const check: Check<typeof logsTail> = ({ output, request: { query } }) => {
  const problems: Problem[] = logProblems(output, undefined);
  if (query.path !== undefined && query.supervisor_process !== undefined)
    problems.push({ path: "--process", message: "cannot be used together with --path" });
  if (query.path === undefined && query.supervisor_process === undefined)
    problems.push({
      path: "--path",
      message: "is missing",
      sentence: "choose a log: add --path FILE or --process NAME",
    });
  return problems;
};

/** Prints the lines of a log of the session's machine (contract 2.21). */
export const run: Run<typeof logsTail> = async (body) => body.items(lines(body), (line) => printed(line, body));

async function* lines(body: Tail): AsyncGenerator<Line, number> {
  const { args, note, request, signal, stream } = body;
  const { query, params } = request;
  const source = query.path === undefined ? "supervisor" : "path";
  let cause: unknown;
  try {
    for await (const event of stream("logs.stream", { params, query: { ...query, source } }, { signal })) {
      if ("message" in event) yield event;
    }
    if (query.follow === false) return 0;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "stream_broken" || signal.aborted) throw error;
    cause = error;
  }
  if (await sessionEnded(body, args.id)) {
    note(`session ${args.id} has ended`);
    return 0;
  }
  throw new CliError("outcome-unknown", "the log ended before the session; lines may be missing", {
    code: "stream_broken",
    cause,
  });
}

/** Form of a line: unchanged for programs and in a pipe, safe at a terminal. */
function printed(line: Line, { flags, tty, wantsValue }: Tail): Printed {
  if (wantsValue) return { values: [line] };
  const text = `${flags.timestamps === true ? `${line.timestamp} ` : ""}${line.message}\n`;
  return { to: "stdout", data: tty.stdout ? Styled.keepingColour(text) : Buffer.from(text) };
}
