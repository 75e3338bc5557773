import { command } from "../../cli/command.ts";
import { invocationColumns } from "./columns.ts";

export const invocationsList = command({
  words: "invocations list",
  operation: "invocations.list",
  idField: "id",
  description: "The newest first; invocations get shows input and result too.",
  fields: { since: { kind: "since" } },
  columns: invocationColumns,
  examples: [
    { line: "invocations list --status running", does: "What runs now" },
    { line: "invocations list --app-name shop --since 1h --all", does: "What an app did in the last hour" },
  ],
});
