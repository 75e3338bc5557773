import { command } from "../../cli/declare/command.ts";
import { invocationVariables } from "../lib/invocation-variables.ts";

export const invocationsCancel = command({
  words: "invocations cancel",
  effects: "none",
  operation: "invocations.update",
  idField: "id",
  variables: invocationVariables,
  summary: "Cancel an invocation and end its browsers",
  description:
    "The invocation ends as failed, and its browsers end too, as after Ctrl-C in invoke. An invocation that has already ended is left as it is: exit 0.",
  filled: ["status"],
  input: false,
  fields: { status: false, output: false },
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "invocations cancel i7f2", does: "End it, after confirmation" },
    { line: "invocations cancel i7f2 --yes", does: "End it in a script" },
  ],
  output: async () => (await import("../lib/outputs.ts")).invocationsCancelOutput(),
  run: () => import("./cancel.run.ts"),
});
