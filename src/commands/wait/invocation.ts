import { command } from "../../cli/declare/command.ts";
import { invocationVariables } from "../lib/invocation-variables.ts";
import { waitDescription, waitExits, waitFlags } from "./lib/wait-words.ts";

export const waitInvocation = command({
  words: "wait invocation",
  effects: "none",
  reads: true,
  operation: "invocations.get",
  variables: invocationVariables,
  summary: "Wait until a field of an invocation has a value",
  description: waitDescription,
  flags: waitFlags,
  examples: [
    { line: "wait invocation i7f2 --for status=running", does: "Until it has left the queue" },
    { line: "wait invocation i7f2 --for status=succeeded --for status=failed", does: "Until it has ended in any way" },
  ],
  watch: false,
  preview: "calls",
  exits: waitExits,
  run: async () => (await import("./lib/waiting.run.ts")).waiting("invocation"),
});
