import { command } from "../../../cli/command.ts";
import { connectionArgs } from "./connection-args.ts";

export const authConnectionsTimeline = command({
  words: "auth connections timeline",
  operation: "authConnections.timeline",
  args: connectionArgs,
  idField: "id",
  columns: [
    { path: "timestamp", title: "time", as: "age" },
    { path: "type" },
    { path: "status", as: "state" },
    { path: "step" },
    { path: "error_code", title: "error" },
    { path: "browser_session_id", title: "session" },
  ],
  examples: [
    { line: "auth connections timeline a6u2t8h4c0o5n9n3e7c1t8i2", does: "Show the last logins and health checks" },
    {
      line: "auth connections timeline a6u2t8h4c0o5n9n3e7c1t8i2 --type health_check --all -o jsonl",
      does: "Every health check, for a program",
    },
    {
      line: "auth connections timeline a6u2t8h4c0o5n9n3e7c1t8i2 --query \"[?status=='FAILED'].[timestamp,error_code,error_message]\"",
      does: "Reasons of failed logins",
    },
  ],
});
