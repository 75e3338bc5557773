import { command } from "../../cli/declare/command.ts";
import { invocationColumns } from "./lib/columns.ts";

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
