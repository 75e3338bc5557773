import { command } from "../../cli/command.ts";

export const deploymentsTail = command({
  words: "deployments tail",
  aliases: ["deployments logs"],
  operation: "deployments.events",
  description:
    "The log goes to stdout, states to stderr. Ends with the deployment's state: exit 0 when it runs, 8 when it failed or was stopped, 9 when the stream ended and the state stays unknown. -o jsonl prints each event as it was sent.",
  fields: { since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" } },
  flags: {
    noFollow: { kind: "boolean", summary: "Print the log so far and stop; exit 0 while it runs" },
    timestamps: { kind: "boolean", summary: "Print the time before each message" },
  },
  examples: [
    { line: "deployments tail d4c1", does: "Follow a deployment until it runs" },
    { line: "deployments tail d4c1 -o jsonl", does: "Its events, one per line" },
  ],
  output: async () => (await import("../follow/gap-output.ts")).followsEvents("deployments.events"),
  run: () => import("./tail.run.ts"),
});
