import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { streamObjectsInLittleMemory } from "../../client/small-heap.ts";
import { usageError } from "../../core/errors.ts";
import { exitCode } from "../../core/exit-codes.ts";
import { EventLines } from "../follow/event-lines.ts";
import { currentRecord, follow, isLast, SILENCE_MS } from "../follow/follow-record.ts";
import { logProblems } from "../follow/log-problems.ts";
import { type FollowedRecord, invocationSubject, requireSuccess } from "../follow/subject.ts";
import { Checkpoint } from "./checkpoint.ts";
import { logFilter } from "./log-filter.ts";
import { wantsLiveView } from "./wants-live-view.ts";

/** Prints the log of an invocation until it has ended, or with `--no-follow` as far as it is (spec 4.13). */
export const run: CommandRun = async (context) => {
  const { flags, request, io } = context;
  refuse(context);
  const filter = flags["filter"] === undefined ? undefined : logFilter(String(flags["filter"]));
  const shown = await preview(context);
  if (shown) return shown;
  streamObjectsInLittleMemory();
  const id = request.params["id"] ?? "";
  const subject = invocationSubject(id);
  if (wantsLiveView(context, "stdout")) {
    // What the header needs. Of one that has ended there is nothing to watch: its log stays on the screen whole.
    const record = await currentRecord(context, subject, await context.client());
    if (record && !isLast(subject, record)) return showLive(context, record);
  }
  const path = flags["checkpoint"] as string | undefined;
  const checkpoint = path === undefined ? undefined : await Checkpoint.open(context, path, subject);
  const lines = new EventLines(context, subject, {
    timestamps: flags["timestamps"] === true,
    raw: flags["raw"] === true,
    filter,
  });
  try {
    const invocation = await follow(context, subject, lines, {
      since: request.query["since"] as string | undefined,
      idleTimeoutMs: flags["idle-timeout"] as number | undefined,
      maxReconnects: flags["max-reconnects"] as number | undefined,
      stopAfterMs: flags["no-follow"] === true ? SILENCE_MS : undefined,
      resume: checkpoint?.resume,
      onProgress: checkpoint && ((state) => checkpoint.update(state)),
    });
    if (!invocation) {
      if (flags["raw"] !== true) io.note(`invocation ${id} goes on; this is its log so far`);
      return { kind: "exit", exitNumber: 0 };
    }
    requireSuccess(subject, invocation);
    return { kind: "exit", exitNumber: 0 };
  } finally {
    await checkpoint?.finish();
  }
};

/** Who leaves the view before the end leaves the outcome open: exit 9. */
async function showLive(context: CommandContext, record: FollowedRecord): Promise<Output> {
  const { flags, request, io } = context;
  const id = request.params["id"] ?? "";
  const { followInLiveView } = await import("./live-view.run.ts");
  const invocation = await followInLiveView(context, id, record, {
    since: request.query["since"] as string | undefined,
    idleTimeoutMs: flags["idle-timeout"] as number | undefined,
    maxReconnects: flags["max-reconnects"] as number | undefined,
  });
  if (invocation) requireSuccess(invocationSubject(id), invocation);
  else io.note(`invocation ${id} goes on`);
  return { kind: "exit", exitNumber: exitCode(invocation ? "ok" : "outcome-unknown") };
}

/** Exit 2 for flags that cannot be, all at once. */
function refuse(context: CommandContext): void {
  const { flags, globals } = context;
  const problems = logProblems(context);
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  if (globals.output === "jsonl" && flags["raw"]) wrong("--raw", "prints messages alone; leave -o jsonl out");
  if (flags["timestamps"] && flags["raw"]) wrong("--raw", "prints messages alone; leave --timestamps out");
  const reconnects = flags["max-reconnects"] as number | undefined;
  if (reconnects !== undefined && reconnects < 0) wrong("--max-reconnects", `must be 0 or more, not ${reconnects}`);
  if (flags["idle-timeout"] === 0) wrong("--idle-timeout", "must be more than 0");
  if (problems.length > 0) throw usageError(problems, "browserctl invocations tail --help");
}
