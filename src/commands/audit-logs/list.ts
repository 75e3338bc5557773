import { command } from "../../cli/declare/command.ts";
import { conditionFields } from "./lib/condition-fields.ts";

export const auditLogsList = command({
  words: "audit-logs list",
  effects: "none",
  operation: "auditLogs.list",
  filled: ["start", "end"],
  fields: { ...conditionFields, page_token: false },
  columns: [
    { path: "timestamp" },
    { path: "method" },
    { path: "path" },
    { path: "status" },
    { path: "duration_ms" },
    { path: "user_name" },
    { path: "user_id" },
    { path: "client_ip" },
  ],
  seeAlso: ["audit-logs export"],
  examples: [
    { line: "audit-logs list", does: "List the requests of the last day, the newest first" },
    {
      line: "audit-logs list --since 7d --exclude-method GET --search browsers --all -o jsonl",
      does: "Everything of a week that changed a session, one per line",
    },
  ],
  run: () => import("./list.run.ts"),
});
