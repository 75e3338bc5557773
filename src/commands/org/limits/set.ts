import { command } from "../../../cli/declare/command.ts";
import { orgLimitColumns } from "../lib/limits-columns.ts";

export const orgLimitsSet = command({
  words: "org limits set",
  effects: "none",
  operation: "org.updateLimits",
  columns: orgLimitColumns,
  fields: { default_project_max_concurrent_sessions: { placeholder: "N" } },
  examples: [
    {
      line: "org limits set --default-project-max-concurrent-sessions 10",
      does: "Limit every project that has no limit of its own",
    },
    { line: "org limits set --default-project-max-concurrent-sessions 0", does: "Remove that limit" },
  ],
});
