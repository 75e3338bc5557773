import type { OperationId } from "../../contract/index.ts";
import { CliError } from "../../core/errors.ts";

/** Something with a stream of events that tells its states until it reaches a last one. */
export interface Subject {
  /** What it is called, in messages and as the member of its state events. */
  readonly what: "invocation" | "deployment";
  readonly id: string;
  readonly events: OperationId;
  readonly get: OperationId;
  readonly lastStates: readonly string[];
  /** The last state that is wanted. */
  readonly success: string;
  /** A command that shows its log from the beginning. */
  readonly hint: string;
}

/** What is known of it. */
export interface FollowedRecord {
  readonly id?: string;
  readonly status?: string;
  readonly status_reason?: string;
  readonly [field: string]: unknown;
}

/** An invocation as something to follow until it has ended (contract 3.1). */
export function invocationSubject(id: string): Subject {
  return {
    what: "invocation",
    id,
    events: "invocations.events",
    get: "invocations.get",
    lastStates: ["succeeded", "failed"],
    success: "succeeded",
    hint: `browserctl invocations tail ${id}`,
  };
}

/** A deployment as something to follow until it runs, has failed or was stopped (contract 3.3). */
export function deploymentSubject(id: string): Subject {
  return {
    what: "deployment",
    id,
    events: "deployments.events",
    get: "deployments.get",
    lastStates: ["running", "failed", "stopped"],
    success: "running",
    hint: `browserctl deployments tail ${id}`,
  };
}

/** Makes an error of following say what it was about, and how to go on: what was started is not lost with it. */
export function pointTo({ what, id, hint }: Subject, error: unknown): void {
  if (!(error instanceof CliError)) return;
  error.options.extra = { [what]: id, ...error.options.extra };
  // A last state has an end; nothing goes on.
  if (error.exit === "outcome-failed" || error.options.hint === hint) return;
  const { hint: first } = error.options;
  error.options.hint = first === undefined ? `it goes on; ${hint}` : `${first}; ${what} ${id} goes on: ${hint}`;
}

/** Exit 8 for a last state that is not the wanted one, with its reason. `hint` is for who has not seen its log. */
export function requireSuccess(
  { what, id, success }: Subject,
  { status, status_reason }: FollowedRecord,
  hint?: string,
): void {
  if (status === success) return;
  const how = status === "stopped" ? "was stopped" : status;
  throw new CliError("outcome-failed", `${what} ${id} ${how}${status_reason ? `: ${status_reason}` : ""}`, {
    code: `${what}_${status}`,
    hint,
    extra: { [what]: id },
  });
}
