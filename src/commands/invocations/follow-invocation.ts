import type { CommandContext } from "../../cli/context.ts";
import type { Output } from "../../cli/spec.ts";
import type { FollowItem } from "../../client/follow/follow-item.ts";
import { CliError } from "../../core/errors.ts";
import { type FollowedRecord, type FollowRecordOptions, followRecord, type Subject } from "./follow-record.ts";

/** What the items of a followed stream go to, in their order; the stream waits for it. */
export interface FollowSink {
  take(items: readonly FollowItem[]): Promise<void> | void;
}

/** An invocation as something to follow (contract 3.1). */
export function invocationSubject(id: string): Subject {
  return {
    what: "invocation",
    id,
    events: "invocations.events",
    get: "invocations.get",
    lastStates: ["succeeded", "failed"],
    hint: `browserctl invocations tail ${id}`,
  };
}

/**
 * Follows an invocation until it has ended and gives its record; undefined where it stopped at the present
 * (`stopAfterMs`). Exit 9 when its end stays unknown, see {@link followRecord}.
 */
export async function followInvocation(
  context: CommandContext,
  id: string,
  sink: FollowSink,
  options: FollowRecordOptions = {},
): Promise<FollowedRecord | undefined> {
  const stream = followRecord(context, invocationSubject(id), options);
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return value;
      await sink.take(value);
    }
  } finally {
    await stream.return(undefined);
  }
}

/** How a command ends whose invocation has ended: exit 0, or 8 with the reason. `hint` is for who has not seen its log. */
export function outcomeOf(id: string, { status, status_reason }: FollowedRecord, hint?: string): Output {
  if (status === "succeeded") return { kind: "exit", exitNumber: 0 };
  throw new CliError("outcome-failed", `invocation ${id} ${status}${status_reason ? `: ${status_reason}` : ""}`, {
    code: `invocation_${status}`,
    hint,
    extra: { invocation: id },
  });
}
