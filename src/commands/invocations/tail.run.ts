import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { momentOf } from "../../client/follow/moment.ts";
import { streamObjectsInLittleMemory } from "../../client/small-heap.ts";
import { parseDuration } from "../../core/duration.ts";
import { type Problem, usageError } from "../../core/errors.ts";
import { exitCode } from "../../core/exit-codes.ts";
import { EventLines } from "../follow/event-lines.ts";
import { follow } from "../follow/follow-record.ts";
import { invocationSubject, requireSuccess } from "../follow/subject.ts";
import { Checkpoint } from "./checkpoint.ts";
import { logFilter } from "./log-filter.ts";
import { wantsLiveView } from "./wants-live-view.ts";

/** Milliseconds of silence after which `--no-follow` takes the log for printed. */
const silence = 1_000;

/** Prints the log of an invocation until it has ended, or with `--no-follow` as far as it is (spec 4.13). */
export const run: CommandRun = async (context) => {
  const { flags, request, io } = context;
  refuse(context);
  const filter = flags["filter"] === undefined ? undefined : logFilter(String(flags["filter"]));
  const shown = await preview(context);
  if (shown) return shown;
  streamObjectsInLittleMemory();
  const id = request.params["id"] ?? "";
  if (wantsLiveView(context, "stdout")) return showLive(context, id);
  const subject = invocationSubject(id);
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
      stopAfterMs: flags["no-follow"] === true ? silence : undefined,
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
async function showLive(context: CommandContext, id: string): Promise<Output> {
  const { flags, request, io } = context;
  const { followInLiveView } = await import("./live-view.run.ts");
  const invocation = await followInLiveView(context, id, {
    since: request.query["since"] as string | undefined,
    idleTimeoutMs: flags["idle-timeout"] as number | undefined,
    maxReconnects: flags["max-reconnects"] as number | undefined,
  });
  if (invocation) requireSuccess(invocationSubject(id), invocation);
  else io.note(`invocation ${id} goes on`);
  return { kind: "exit", exitNumber: exitCode(invocation ? "ok" : "outcome-unknown") };
}

/** Exit 2 for flags that cannot be, all at once. */
function refuse({ flags, globals, request }: CommandContext): void {
  const problems: Problem[] = [];
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  if (globals.output !== "text" && globals.output !== "jsonl") {
    wrong("--output", `must be jsonl, not ${globals.output}: a log is lines`);
  }
  if (globals.output === "jsonl" && flags["raw"]) wrong("--raw", "prints messages alone; leave -o jsonl out");
  if (flags["timestamps"] && flags["raw"]) wrong("--raw", "prints messages alone; leave --timestamps out");
  const since = request.query["since"] as string | undefined;
  if (since !== undefined && !isSince(since)) {
    wrong("--since", `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${since}"`);
  }
  const reconnects = flags["max-reconnects"] as number | undefined;
  if (reconnects !== undefined && reconnects < 0) wrong("--max-reconnects", `must be 0 or more, not ${reconnects}`);
  if (flags["idle-timeout"] === 0) wrong("--idle-timeout", "must be more than 0");
  if (problems.length > 0) throw usageError(problems, "browserctl invocations tail --help");
}

function isSince(text: string): boolean {
  if (momentOf(text) !== undefined) return true;
  try {
    parseDuration(text);
    return true;
  } catch {
    return false;
  }
}
