import { command } from "../../cli/declare/command.ts";
import { logLevels } from "../../core/log-level.ts";

export const localLogs = command({
  words: "local logs",
  effects: "none",
  summary: "Show the log of the local service",
  flags: {
    follow: { short: "f", kind: "boolean", summary: "Print new records as they come, until Ctrl-C" },
    lines: { short: "n", kind: "integer", placeholder: "N", summary: "Last lines to show", default: "100" },
    level: { kind: "enum", choices: logLevels, summary: "Only records of this level and more severe ones" },
    since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" },
  },
  examples: [
    { line: "local logs", does: "Show the last lines" },
    { line: "local logs --follow --level warn", does: "Watch for problems" },
    { line: "local logs --since 5m -o jsonl", does: "Print the records of the last five minutes as JSON" },
  ],
  output: async () => (await import("./lib/outputs.ts")).localLogsOutput,
  inBatch: { endless: "follow" },
  run: () => import("./logs.run.ts"),
});
