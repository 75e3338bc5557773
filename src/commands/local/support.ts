import { command } from "../../cli/declare/command.ts";

export const localSupport = command({
  words: "local support",
  effects: "none",
  summary: "Show what the local service does, records, or does not support",
  operation: "local.support",
  columns: [{ path: "operation" }, { path: "field" }, { path: "support" }, { path: "note" }],
  examples: [
    { line: "local support", does: "Show every operation and field" },
    { line: "local support --query \"[?support!='full']\"", does: "Only what is not there in full" },
  ],
});
