import { command } from "../../cli/declare/command.ts";
import { conditionFields } from "./lib/condition-fields.ts";

export const auditLogsExport = command({
  words: "audit-logs export",
  effects: "none",
  reads: false,
  operation: "auditLogs.exportChunk",
  summary: "Save entries of the audit log as a file",
  description:
    "Lines of JSON, the newest first, compressed unless --format jsonl. The file is complete or not there: each chunk is checked by its SHA-256 and its number of lines.",
  filled: ["start", "end"],
  fields: { ...conditionFields, cursor: false, limit: false },
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write; audit-log.jsonl.gz or audit-log.jsonl in this directory by default; - is stdout",
    },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
  },
  seeAlso: ["audit-logs list"],
  examples: [
    { line: "audit-logs export --since 30d --out march.jsonl.gz", does: "Save everything of the last 30 days" },
    {
      line: "audit-logs export --since 1d --format jsonl --out - | head -n 3",
      does: "Print the last three requests",
    },
  ],
  run: () => import("./export.run.ts"),
});
