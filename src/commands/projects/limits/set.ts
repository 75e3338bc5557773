import { command } from "../../../cli/declare/command.ts";
import { projectLimitColumns } from "../lib/columns.ts";

export const projectsLimitsSet = command({
  words: "projects limits set",
  effects: "none",
  operation: "projects.updateLimits",
  columns: projectLimitColumns,
  description: "Limits that are left out stay. A limit below what runs now ends nothing.",
  fields: { max_concurrent_sessions: { placeholder: "N" }, max_concurrent_invocations: { placeholder: "N" } },
  examples: [
    { line: "projects limits set shop --max-concurrent-sessions 5", does: "Refuse a sixth session with exit 7" },
    { line: "projects limits set shop --max-concurrent-sessions 0", does: "Remove the limit" },
  ],
});
