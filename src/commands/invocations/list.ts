import { command, table } from "../../cli/declare/command.ts";
import type { Invocation } from "../../generated/types.ts";

/** Columns of a table of invocations. */
const invocationColumns = table<Invocation>([
  { path: "id" },
  { path: "app_name", title: "app" },
  { path: "action_name", title: "action" },
  { path: "version" },
  { path: "status", as: "state" },
  { path: "started_at", title: "started", as: "age" },
  { path: "status_reason", title: "reason" },
]);

export const invocationsList = command({
  words: "invocations list",
  effects: "none",
  operation: "invocations.list",
  idField: "id",
  description: "Lists the newest first; invocations get also shows input and result.",
  fields: { since: { kind: "since" } },
  columns: invocationColumns,
  examples: [
    { line: "invocations list --status running", does: "Show running invocations" },
    { line: "invocations list --app-name shop --since 1h --all", does: "All of an app in the last hour" },
  ],
});
