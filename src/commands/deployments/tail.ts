import { command } from "../../cli/declare/command.ts";

export const deploymentsTail = command({
  words: "deployments tail",
  effects: "none",
  aliases: ["deployments logs"],
  operation: "deployments.events",
  description:
    "The log goes to stdout, states to stderr. Ends when the deployment runs, has failed or was stopped. -o jsonl prints each event as it was sent.",
  fields: { since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" } },
  flags: {
    noFollow: { kind: "boolean", summary: "Print the log so far and stop; exit 0 while it runs" },
    timestamps: { kind: "boolean", summary: "Print the time before each message" },
  },
  exits: { "outcome-failed": "the deployment failed or was stopped", "outcome-unknown": "its state stays unknown" },
  seeAlso: ["apps deploy"],
  examples: [
    { line: "deployments tail d4c1", does: "Follow a deployment until it runs" },
    { line: "deployments tail d4c1 -o jsonl", does: "Its events, one per line" },
  ],
  output: async () => (await import("../lib/follow/event-lines.ts")).followsEvents("deployments.events"),
  run: () => import("./tail.run.ts"),
});
