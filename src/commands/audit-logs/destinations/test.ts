import { command } from "../../../cli/declare/command.ts";

export const auditLogsDestinationsTest = command({
  words: "audit-logs destinations test",
  effects: "none",
  operation: "auditLogDestinations.test",
  columns: [{ path: "success" }, { path: "stage" }],
  exits: { "outcome-failed": "the role cannot be assumed, or the bucket refuses the file" },
  seeAlso: ["audit-logs destinations update"],
  examples: [
    { line: "audit-logs destinations test e8x2p6o0r4t9d3e7s1t5i9n2", does: "Write a small file to the bucket" },
    {
      line: "audit-logs destinations test e8x2p6o0r4t9d3e7s1t5i9n2 -o json",
      does: "Print the step that was reached, and the failure, as JSON",
    },
  ],
  run: () => import("./test.run.ts"),
});
