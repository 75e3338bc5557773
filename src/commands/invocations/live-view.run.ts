import type { CommandContext } from "../../cli/context.ts";
import { InterruptedError } from "../../core/errors.ts";
import { type StreamEvent, textOf } from "../../core/follow-item.ts";
import type { EarlierLine, ViewEnd } from "../../tui/invocation-log/show.tsx";
import { type FollowRecordOptions, followRecord } from "../follow/follow-record.ts";
import { type FollowedRecord, invocationSubject } from "../follow/subject.ts";

export interface LiveViewOptions extends FollowRecordOptions {
  /** Ends the invocation; the view has a key for it then. */
  onCancel?: (() => Promise<void>) | undefined;
}

/**
 * Shows an invocation in the live view until it ends or the person leaves; `record` is for its header. Gives the record
 * it ended with; undefined when the person left before. Fails as following it does.
 */
export async function followInLiveView(
  context: CommandContext,
  id: string,
  record: FollowedRecord,
  { onCancel, ...options }: LiveViewOptions = {},
): Promise<FollowedRecord | undefined> {
  const { io, lifetime } = context;
  const left = new AbortController();
  const signal = AbortSignal.any([lifetime.signal, left.signal]);
  let last: FollowedRecord | undefined;
  const items = async function* () {
    last = yield* followRecord(context, invocationSubject(id), { ...options, signal });
    // It may have been asked for: the stream has not told it then.
    if (last) yield [{ kind: "event", raw: "", value: { event: "invocation_state", invocation: last } } as const];
  };
  const { showInvocationLog } = await import("../../tui/invocation-log/show.tsx");
  let end: ViewEnd;
  try {
    end = await showInvocationLog({
      io,
      signal: lifetime.signal,
      title: {
        app_name: String(record["app_name"] ?? ""),
        action_name: String(record["action_name"] ?? ""),
        version: String(record["version"] ?? ""),
        id,
      },
      status: record.status ?? "",
      startedAt: record["started_at"] as string | undefined,
      items: items(),
      earlier: ({ since, signal }) => earlierLines(context, id, since, signal),
      onCancel,
    });
  } finally {
    left.abort();
  }
  if (end.how === "interrupted") {
    // The key was no signal; a second one, of the terminal as it was, leaves at once.
    lifetime.abort(new InterruptedError("SIGINT"));
    lifetime.signal.throwIfAborted();
  }
  return last ?? (end.how === "ended" ? end.invocation : undefined);
}

/** Lines of the log that are not kept in memory any more, from a moment on. */
async function* earlierLines(
  context: CommandContext,
  id: string,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly EarlierLine[]> {
  const either = AbortSignal.any([signal, context.lifetime.signal]);
  for await (const items of followRecord(context, invocationSubject(id), { since, signal: either })) {
    const events = items.flatMap((item): StreamEvent[] => (item.kind === "event" ? [item.value] : []));
    yield events
      .filter((event) => event.event === "log")
      .map(({ timestamp, message }) => ({ timestamp: timestamp ?? "", message: textOf(message) }));
  }
}
