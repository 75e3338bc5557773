import { command } from "../../cli/declare/command.ts";
import { invocationVariables } from "../lib/invocation-variables.ts";

export const invocationsWait = command({
  words: "invocations wait",
  effects: "none",
  operation: "invocations.events",
  variables: invocationVariables,
  summary: "Wait until an invocation has ended",
  description:
    "Prints the record of an invocation that succeeded, or the reason why it failed. --timeout limits the wait. Ctrl-C ends the wait, not the invocation.",
  fields: { since: false },
  exits: {
    timeout: "--timeout is over; the invocation keeps running",
    "outcome-failed": "the invocation failed",
    "outcome-unknown": "its state stays unknown",
  },
  seeAlso: ["invoke"],
  examples: [
    { line: "invocations wait i7f2 --timeout 10m", does: "Wait at most 10 minutes" },
    { line: "invocations wait i7f2 --query output > result.json", does: "Its result as JSON, once it is there" },
  ],
  // The function adds a parameter that leaves out the log.
  preview: "calls",
  output: "invocations.get",
  run: () => import("./wait.run.ts"),
});
