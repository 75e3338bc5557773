import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersNetwork = command({
  words: "browsers network",
  effects: "none",
  reads: true,
  operation: "local.network",
  hostedBy: "playwright.execute",
  preview: "calls",
  description:
    "Oldest first, times in UTC; never bodies or headers. The local service records them from the first use of the session by an agent on. Otherwise they are those that the page itself has measured, which have no method, and lack what failed.",
  args: sessionArgs,
  fields: { new: false, since: { kind: "since" }, status: { placeholder: "404|5xx" } },
  flags: {
    new: { kind: "boolean", summary: "Only requests since the last look in this session", field: ["body", "new"] },
  },
  exits: { "outcome-failed": "a dialog blocks the page" },
  seeAlso: ["browsers console", "browsers curl"],
  examples: [
    { line: "browsers network shop", does: "The newest requests, in at most 1000 tokens" },
    { line: "browsers network shop --failed --new", does: "Failures since the last look" },
    {
      line: "browsers network shop --type fetch --find /api/ -o json --query 'requests[].status'",
      does: "Results of calls",
    },
  ],
  run: () => import("./network.run.ts"),
});
