import type { BodyOf, Check, Result, Run, Screen } from "../../cli/declare/body.ts";
import { streamObjectsInLittleMemory } from "../../client/small-heap.ts";
import type { Problem } from "../../core/errors.ts";
import { exitCode } from "../../core/exit-codes.ts";
import { posixQuote } from "../../core/shell-quotes.ts";
import type { Invocation } from "../../generated/types.ts";
import { followRecord, isLast, SILENCE_MS } from "../lib/follow/follow-record.ts";
import { logProblems, reconnectProblems } from "../lib/follow/log-problems.ts";
import { printLog } from "../lib/follow/print-log.ts";
import { type FollowedItem, invocationSubject, requireSuccess, type Subject } from "../lib/follow/subject.ts";
import { Checkpoint } from "./lib/checkpoint.ts";
import { liveScreen } from "./lib/live-screen.ts";
import { filtered, filterProblems } from "./lib/log-filter.ts";
import type { invocationsTail } from "./tail.ts";

type Tail = BodyOf<typeof invocationsTail>;

export const check: Check<typeof invocationsTail> = ({ flags, output, request }) => {
  const problems: Problem[] = logProblems(output, request.query.since);
  const { filter, raw, timestamps } = flags;
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  if (output === "jsonl" && raw) wrong("--raw", "prints messages alone; leave -o jsonl out");
  if (timestamps && raw) wrong("--raw", "prints messages alone; leave --timestamps out");
  problems.push(...reconnectProblems(flags));
  if (filter !== undefined) problems.push(...filterProblems(filter));
  return problems;
};

/** Prints the log of an invocation until it has ended, or with `--no-follow` its current content (spec 4.13). */
export const run: Run<typeof invocationsTail> = async (body) => {
  const { checkpoint: path, filter, noFollow, plain, raw, timestamps } = body.flags;
  streamObjectsInLittleMemory();
  const subject = invocationSubject(body.request.params.id);
  const asLines = [plain, raw, noFollow, timestamps, filter !== undefined, path !== undefined].some(Boolean);
  const screen = liveScreen(body, "stdout", asLines);
  if (screen) {
    // The record is for the header. For an ended invocation the whole log is printed, because there is nothing to
    // watch.
    const record = await subject.get(body);
    if (!isLast(subject, record)) return showLive(body, screen, record);
  }
  const checkpoint = path === undefined ? undefined : await Checkpoint.open(body, path, subject);
  const all = items(body, subject, checkpoint);
  const shown = filter === undefined ? all : filtered(all, filter, body.interruptible("--filter"));
  return printLog(body, subject, shown, { timestamps, raw });
};

/** Items of the stream. Returns exit 0; throws exit 8 when the invocation failed. */
async function* items(
  body: Tail,
  subject: Subject<Invocation>,
  checkpoint: Checkpoint | undefined,
): AsyncGenerator<readonly FollowedItem[], number> {
  const { checkpoint: path, noFollow, raw } = body.flags;
  try {
    const invocation = yield* followRecord(body, subject, {
      ...streamOptions(body),
      signal: checkpoint && AbortSignal.any([body.signal, checkpoint.failed]),
      stopAfterMs: noFollow === true ? SILENCE_MS : undefined,
      state: checkpoint?.state,
      ...(path !== undefined && { resumeCommand: `${subject.hint} --checkpoint ${posixQuote(path)}` }),
      onProgress: checkpoint && ((state) => checkpoint.update(state)),
    });
    if (invocation) requireSuccess(subject, invocation);
    else if (raw !== true) body.note(`invocation ${subject.id} keeps running; this is its log so far`);
    return 0;
  } finally {
    await checkpoint?.finish();
  }
}

/** Shows the live view. Exit 9 when the user leaves it before the end, because the outcome is unknown. */
async function showLive(body: Tail, screen: Screen, record: Invocation): Promise<Result> {
  const { exit, note } = body;
  const { followInLiveView } = await import("./lib/live-view.run.ts");
  const invocation = await followInLiveView(body, screen, record, streamOptions(body));
  if (invocation) requireSuccess(invocationSubject(record.id), invocation);
  else note(`invocation ${record.id} keeps running`);
  return exit(exitCode(invocation ? "ok" : "outcome-unknown"));
}

function streamOptions({ flags, request }: Tail) {
  const { idleTimeout: idleTimeoutMs, maxReconnects } = flags;
  return { since: request.query.since, idleTimeoutMs, maxReconnects };
}
