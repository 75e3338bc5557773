import { command, table } from "../../../cli/declare/command.ts";
import { timelineColumns } from "./lib/columns.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsTimeline = command({
  words: "auth connections timeline",
  effects: "none",
  operation: "authConnections.timeline",
  description:
    "The local service also names the origins that a login sent values to, with the names of the fields; it never shows values. A failed login with a screenshot has has_screenshot, and auth connections screenshot writes it to a file.",
  args: connectionArgs,
  idField: "id",
  columns: table<Record<string, unknown>>(timelineColumns),
  output: async () => (await import("./lib/outputs.ts")).connectionsTimelineOutput(),
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
  run: () => import("./timeline.run.ts"),
});
