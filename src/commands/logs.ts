import { command } from "../cli/declare/command.ts";

export const logs = command({
  words: "logs",
  aliases: ["apps logs"],
  effects: "none",
  reads: true,
  summary: "Show the log of an app: its recent invocations and deployments",
  description:
    "Prints the newest lines of the 20 newest invocations and 5 newest deployments of an app in the order of their times, on stdout; which of them the next lines are from, states and gaps go to stderr. With --follow, new lines and new invocations follow until Ctrl-C, and broken streams resume. With -o jsonl each line is an object with its source.",
  args: { app: { summary: "Name of the app" } },
  flags: {
    follow: { short: "f", kind: "boolean", summary: "Print new lines as they come, until Ctrl-C" },
    lines: { short: "n", kind: "integer", placeholder: "N", summary: "Last lines to show", default: "100" },
    since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" },
    action: { kind: "string", placeholder: "NAME", summary: "Only invocations of this action, and no deployments" },
    appVersion: { kind: "string", placeholder: "VERSION", summary: "Only of this version" },
    timestamps: { kind: "boolean", summary: "Print the time before each message" },
  },
  requests: true,
  calls: ["invocations.list", "invocations.events", "deployments.list", "deployments.events"],
  seeAlso: ["invocations tail", "deployments tail", "invoke", "local logs"],
  examples: [
    { line: "logs shop", does: "The newest lines of an app" },
    { line: "logs shop --follow --action import", does: "Watch every run of an action, also later ones" },
    { line: "logs shop --since 1h -o jsonl", does: "The lines of the last hour as JSON, with their invocations" },
  ],
  output: async () => (await import("./lib/outputs.ts")).logsOutput,
  inBatch: { endless: "follow" },
  run: () => import("./logs.run.ts"),
});
