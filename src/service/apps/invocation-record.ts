import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { ListedInvocation, StoredInvocation } from "./invocation-table.ts";

export type InvocationRecord = ResultOf<OperationById<"invocations.get">>;

/** API record of an invocation (contract 2.17); in a list without payload and output. */
export function invocationRecord(invocation: ListedInvocation & Partial<StoredInvocation>): InvocationRecord {
  const { statusReason, finishedAt, payload, output } = invocation;
  return {
    id: invocation.id,
    app_name: invocation.appName,
    action_name: invocation.actionName,
    version: invocation.version,
    status: invocation.status,
    started_at: new Date(invocation.startedAt).toISOString(),
    finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    ...(payload != null && { payload }),
    ...(output != null && { output }),
    ...(statusReason !== null && { status_reason: statusReason }),
  };
}

/** True for an invocation in a terminal state. */
export function isOver({ status }: Pick<StoredInvocation, "status">): boolean {
  return status === "succeeded" || status === "failed";
}

/** State event of an invocation, without its timestamp. */
export function stateEvent(invocation: StoredInvocation): { event: string; invocation: InvocationRecord } {
  return { event: "invocation_state", invocation: invocationRecord(invocation) };
}
