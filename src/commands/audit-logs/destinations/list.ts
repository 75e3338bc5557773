import { command } from "../../../cli/declare/command.ts";
import { exportColumns } from "./lib/columns.ts";

export const auditLogsDestinationsList = command({
  words: "audit-logs destinations list",
  effects: "none",
  operation: "auditLogDestinations.list",
  idField: "id",
  columns: exportColumns,
  examples: [
    { line: "audit-logs destinations list", does: "Show where the audit log is exported to, and whether that works" },
    { line: "audit-logs destinations list -q", does: "Their ids alone" },
  ],
});
