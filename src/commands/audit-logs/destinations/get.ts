import { command } from "../../../cli/declare/command.ts";
import { exportLines } from "./lib/columns.ts";

export const auditLogsDestinationsGet = command({
  words: "audit-logs destinations get",
  effects: "none",
  operation: "auditLogDestinations.get",
  idField: "id",
  columns: exportLines,
  examples: [
    { line: "audit-logs destinations get e8x2p6o0r4t9d3e7s1t5i9n2", does: "Show one with its last failure" },
    {
      line: "audit-logs destinations get e8x2p6o0r4t9d3e7s1t5i9n2 --query external_id",
      does: "What the trust policy of the role needs",
    },
  ],
});
