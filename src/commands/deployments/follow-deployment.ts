import type { CommandContext } from "../../cli/context.ts";
import { CliError } from "../../core/errors.ts";
import type { FollowSink } from "../invocations/follow-invocation.ts";
import {
  type FollowedRecord,
  type FollowRecordOptions,
  followRecord,
  type Subject,
} from "../invocations/follow-record.ts";

/** A deployment as something to follow until it runs, has failed or was stopped (contract 3.3). */
export function deploymentSubject(id: string): Subject {
  return {
    what: "deployment",
    id,
    events: "deployments.events",
    get: "deployments.get",
    lastStates: ["running", "failed", "stopped"],
    hint: `browserctl deployments tail ${id}`,
  };
}

/**
 * Follows a deployment and gives its record with its last state; undefined where it stopped at the present
 * (`stopAfterMs`). Exit 9 when that state stays unknown, see {@link followRecord}.
 */
export async function followDeployment(
  context: CommandContext,
  subject: Subject,
  sink: FollowSink,
  options: FollowRecordOptions = {},
): Promise<FollowedRecord | undefined> {
  const stream = followRecord(context, subject, options);
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

/** Exit 8 for a deployment that does not run, with its reason. */
export function requireRunning(id: string, { status, status_reason }: FollowedRecord, hint?: string): void {
  if (status === "running") return;
  const what = status === "stopped" ? "was stopped" : "failed";
  throw new CliError("outcome-failed", `deployment ${id} ${what}${status_reason ? `: ${status_reason}` : ""}`, {
    code: `deployment_${status}`,
    hint,
  });
}
