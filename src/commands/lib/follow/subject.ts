import type { Api, ResumeOptions, StreamOptions } from "../../../cli/declare/body.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import type { FollowItem } from "../../../core/follow-item.ts";
import type {
  AuthConnectionsEventsEvent,
  Deployment,
  DeploymentsEventsEvent,
  Invocation,
  InvocationsEventsEvent,
} from "../../../generated/types.ts";

/** Event of a followed stream. */
export type FollowedEvent = InvocationsEventsEvent | DeploymentsEventsEvent | AuthConnectionsEventsEvent;

/** Item of a followed stream. */
export type FollowedItem = FollowItem<FollowedEvent>;

/** Fields that every followed record has. */
export interface FollowedRecord {
  readonly id: string;
  readonly status: string;
  readonly status_reason?: string;
}

type FollowStreamOptions = StreamOptions & { readonly resume: ResumeOptions<FollowedEvent> };

/** Something with a stream of events that reports its states up to a final one. */
export interface Subject<Record extends FollowedRecord = FollowedRecord> {
  /** Noun for messages. */
  readonly what: "invocation" | "deployment" | "login";
  readonly id: string;
  readonly lastStates: readonly string[];
  /** The final state that counts as success. */
  readonly success: string;
  /** Command that follows it, or shows its log from the beginning. */
  readonly hint: string;
  /** Opens its stream. */
  stream(
    api: Pick<Api, "stream">,
    since: string | undefined,
    options: FollowStreamOptions,
  ): AsyncGenerator<readonly FollowedItem[], FollowedEvent | undefined>;
  /** Gets its record. */
  get(api: Pick<Api, "call">): Promise<Record>;
  /** Record in an event that reports a state. */
  recordOf(event: FollowedEvent): Record | undefined;
}

/** Subject for following an invocation to its end (contract 3.1). */
export function invocationSubject(id: string): Subject<Invocation> {
  return {
    what: "invocation",
    id,
    lastStates: ["succeeded", "failed"],
    success: "succeeded",
    hint: commandLine`invocations tail ${id}`,
    stream: ({ stream }, since, options) => stream("invocations.events", { params: { id }, query: { since } }, options),
    get: ({ call }) => call("invocations.get", { params: { id } }),
    recordOf: (event) => (event.event === "invocation_state" ? (event.invocation ?? undefined) : undefined),
  };
}

/** Subject for following a deployment until it runs, has failed or was stopped (contract 3.3). */
export function deploymentSubject(id: string): Subject<Deployment> {
  return {
    what: "deployment",
    id,
    lastStates: ["running", "failed", "stopped"],
    success: "running",
    hint: commandLine`deployments tail ${id}`,
    stream: ({ stream }, since, options) => stream("deployments.events", { params: { id }, query: { since } }, options),
    get: ({ call }) => call("deployments.get", { params: { id } }),
    recordOf: (event) => (event.event === "deployment_state" ? (event.deployment ?? undefined) : undefined),
  };
}

/**
 * Adds the subject, and the command that follows it, to an error, because the subject may continue after the command.
 */
export function pointTo({ what, id, hint }: Subject, error: unknown): void {
  if (!(error instanceof CliError)) return;
  error.options.extra = { [what]: id, ...error.options.extra };
  // After a final state nothing continues.
  if (error.exit === "outcome-failed" || error.options.hint === hint) return;
  const { hint: first } = error.options;
  error.options.hint =
    first === undefined
      ? `it keeps running; follow it with: ${hint}`
      : `${first}; ${what} ${id} keeps running; follow it with: ${hint}`;
}

/** Exit 8 for a final state other than success, with its reason. `hint` is for a person who has not seen its log. */
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
