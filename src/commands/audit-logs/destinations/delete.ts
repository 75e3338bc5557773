import { command } from "../../../cli/declare/command.ts";

export const auditLogsDestinationsDelete = command({
  words: "audit-logs destinations delete",
  effects: "none",
  operation: "auditLogDestinations.delete",
  question: {
    about: "auditLogDestinations.get",
    text: "Delete audit log destination {thing}? Exported files stay in the bucket.",
  },
  done: "Deleted audit log destination {id}.",
  examples: [
    { line: "audit-logs destinations delete e8x2p6o0r4t9d3e7s1t5i9n2", does: "Delete it, after confirmation" },
    { line: "audit-logs destinations delete e8x2p6o0r4t9d3e7s1t5i9n2 --yes", does: "Delete it in a script" },
  ],
});
