import type { Screen } from "../../../cli/declare/body.ts";
import { InterruptedError } from "../../../core/errors.ts";
import { textOf } from "../../../core/follow-item.ts";
import type { Invocation } from "../../../generated/types.ts";
import type { EarlierLine, ViewEnd } from "../../../tui/invocation-log/show.ts";
import { type FollowRecordOptions, type FollowTools, followRecord, isLast } from "../../lib/follow/follow-record.ts";
import { type FollowedItem, invocationSubject } from "../../lib/follow/subject.ts";

export interface LiveViewOptions extends FollowRecordOptions {
  /** Ends the invocation; with it the view has a key for that. */
  onCancel?: (() => Promise<void>) | undefined;
}

/**
 * Shows an invocation in the live view until it ends or the user leaves; `record` is for its header. Returns the final
 * record; undefined when the user left before. Throws the same errors as following it.
 */
export async function followInLiveView(
  tools: FollowTools,
  { io, lifetime }: Screen,
  record: Invocation,
  { onCancel, ...options }: LiveViewOptions = {},
): Promise<Invocation | undefined> {
  const { id, app_name = "", action_name = "", version = "", status, started_at } = record;
  const subject = invocationSubject(id);
  const left = new AbortController();
  const signal = AbortSignal.any([lifetime.signal, left.signal]);
  let last: Invocation | undefined;
  const items = async function* (): AsyncGenerator<readonly FollowedItem[]> {
    const stream = followRecord(tools, subject, { ...options, signal });
    try {
      for (;;) {
        const { done, value } = await stream.next();
        if (done) {
          last = value;
          break;
        }
        for (const item of value) {
          const told = item.kind === "event" ? subject.recordOf(item.value) : undefined;
          if (isLast(subject, told)) last = told;
        }
        yield value;
      }
    } finally {
      await stream.return(undefined);
    }
    // A record from a request is not in the stream.
    if (last) {
      const value = { event: "invocation_state", timestamp: "", invocation: last } as const;
      yield [{ kind: "event", raw: "", value }];
    }
  };
  const { showInvocationLog } = await import("../../../tui/invocation-log/show.ts");
  let end: ViewEnd;
  try {
    end = await showInvocationLog({
      io,
      signal: lifetime.signal,
      title: { app_name, action_name, version, id },
      status,
      startedAt: started_at,
      items: items(),
      earlier: ({ since, signal: enough }) =>
        earlierLines(tools, id, since, AbortSignal.any([enough, lifetime.signal])),
      onCancel,
    });
  } finally {
    left.abort();
  }
  if (end.how === "interrupted") {
    // In the view Ctrl-C was a key and not a signal. The terminal is restored now, so a second Ctrl-C ends the process
    // at once.
    lifetime.abort(new InterruptedError("SIGINT"));
    lifetime.signal.throwIfAborted();
  }
  return last;
}

/** Lines of the log from a time on that are no longer in memory. */
async function* earlierLines(
  tools: FollowTools,
  id: string,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly EarlierLine[]> {
  for await (const items of followRecord(tools, invocationSubject(id), { since, signal })) {
    const lines: EarlierLine[] = [];
    for (const item of items) {
      if (item.kind !== "event" || item.value.event !== "log") continue;
      const { timestamp = "", message } = item.value;
      lines.push({ timestamp, message: textOf(message) });
    }
    yield lines;
  }
}
