import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { integer, text, time } from "../store/column.ts";
import { type ListedOf, type RowOf, table } from "../store/table.ts";

export type InvocationStatus = ResultOf<OperationById<"invocations.get">>["status"];

/** Invocations of apps; payload and output are JSON text. */
export const invocations = table("invocations", {
  noun: "invocation",
  scope: "project",
  columns: {
    deploymentId: text().fixed(),
    appName: text().fixed(),
    actionName: text().fixed(),
    version: text().fixed(),
    status: text<InvocationStatus>(),
    statusReason: text().nullable(),
    payload: text().nullable().fixed().large(),
    output: text().nullable().large(),
    timeoutSeconds: integer().fixed(),
    startedAt: time(),
    finishedAt: time().nullable(),
  },
  filters: ["status", "appName", "deploymentId", "finishedAt"],
  search: ["appName", "actionName"],
  active: { status: ["queued", "running"] },
  working: { status: ["queued", "running"] },
});

export type StoredInvocation = RowOf<typeof invocations>;
/** Invocation in a list, without its large columns. */
export type ListedInvocation = ListedOf<typeof invocations>;
