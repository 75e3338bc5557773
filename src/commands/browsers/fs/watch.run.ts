import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import type { Printed } from "../../../cli/declare/spec.ts";
import { CliError } from "../../../core/errors.ts";
import { styled } from "../../../core/styled.ts";
import type { FsWatchEventsEvent, FsWatchStopParams } from "../../../generated/types.ts";
import { sessionEnded } from "../lib/session-ended.ts";
import type { fsWatch } from "./watch.ts";
import { WATCH_GRACE_MS } from "./watch.ts";

type Watch = BodyOf<typeof fsWatch>;
type WatchEvent = Exclude<FsWatchEventsEvent, { event: "sse_heartbeat" }>;

const columns = [{ path: "type" }, { path: "path" }];

export const check: Check<typeof fsWatch> = ({ output }) =>
  output === "text" || output === "jsonl"
    ? []
    : [{ path: "--output", message: `must be jsonl, not ${output}: the changes have no end` }];

/**
 * Prints the changes in a directory until the command is interrupted or the session ends, then always removes the
 * watch. assumed: a broken stream is not resumed, because the API has no cursor for it.
 */
export const run: Run<typeof fsWatch> = async (body) => body.items(events(body), (event) => printed(event, body));

async function* events(body: Watch): AsyncGenerator<WatchEvent, number> {
  const { args, call, defer, note, output, request, signal } = body;
  const { watch_id } = await call("fs.watch", request);
  const stop = stopOnce(body, { id: args.id, watch_id });
  const undo = defer(stop);
  try {
    signal.throwIfAborted();
    if (output === "text") note(`watching ${args.path}; press Ctrl-C to stop`);
    const broken = yield* follow(body, watch_id);
    if (!(await sessionEnded(body, args.id))) {
      throw new CliError("outcome-unknown", "the stream of changes ended early; some changes may be missing", {
        code: "stream_broken",
        cause: broken,
      });
    }
    note(`session ${args.id} has ended`);
    return 0;
  } finally {
    undo();
    await stop();
  }
}

/** Events until their stream ends. Returns the error of a broken connection. */
async function* follow({ args, signal, stream }: Watch, watch_id: string): AsyncGenerator<WatchEvent, unknown> {
  try {
    for await (const event of stream("fs.watchEvents", { params: { id: args.id, watch_id } }, { signal })) {
      if ("event" in event && event.event === "sse_heartbeat") continue;
      yield event;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== "unreachable" || signal.aborted) throw error;
    return error;
  }
}

/** Form of an event: unchanged for programs, tab-separated in a pipe, aligned at a terminal. */
function printed(event: WatchEvent, { warn, tty, wantsValue }: Watch): Printed | undefined {
  if (wantsValue) return { values: [event], columns };
  if ("event" in event) {
    if (event.event === "gap") warn("changes are missing here: too many happened at once");
    return undefined;
  }
  const { type, path, is_dir } = event;
  if (!tty.stdout) return { values: [[event]], columns };
  return { to: "stdout", data: styled`${type.padEnd(6)}  ${path}${is_dir ? "/" : ""}\n` };
}

/** Removes the watch once. Failures are ignored: the watch is gone, or the service is. */
function stopOnce({ call }: Watch, params: FsWatchStopParams): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= call("fs.watchStop", { params }, { signal: AbortSignal.timeout(WATCH_GRACE_MS) }).catch(() => {});
    return stopping;
  };
}
