import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersConsole = command({
  words: "browsers console",
  effects: "none",
  reads: true,
  operation: "local.console",
  hostedBy: "playwright.execute",
  preview: "calls",
  description:
    "Calls of console, uncaught exceptions, and what the browser reports, such as failed requests; oldest first, times in UTC. The browser keeps them itself: nothing has to be started before.",
  args: sessionArgs,
  fields: { new: false, since: { kind: "since" } },
  flags: {
    new: { kind: "boolean", summary: "Only messages since the last look in this session", field: ["body", "new"] },
  },
  exits: { "outcome-failed": "a dialog blocks the page" },
  seeAlso: ["browsers snapshot", "browsers playwright execute"],
  examples: [
    { line: "browsers console shop", does: "The newest messages, in at most 1000 tokens" },
    { line: "browsers console shop --level error --new", does: "Errors since the last look" },
    { line: "browsers console shop --since 5m --find checkout", does: "Messages with a text in the last five minutes" },
    { line: "browsers console shop -o json --query 'messages[].stack'", does: "Where each was logged" },
  ],
  run: () => import("./console.run.ts"),
});
