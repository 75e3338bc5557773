import { command } from "../../cli/command.ts";

export const invocationsCancel = command({
  words: "invocations cancel",
  operation: "invocations.update",
  summary: "Cancel an invocation and end its browsers",
  description:
    "It ends as failed, and its browsers are ended too, as by Ctrl-C where it is followed. One that has ended already is left as it is: exit 0.",
  filled: ["status"],
  input: false,
  fields: { status: false, output: false },
  examples: [
    { line: "invocations cancel i7f2", does: "End it, after a question" },
    { line: "invocations cancel i7f2 --yes", does: "End it in a script" },
  ],
  run: () => import("./cancel.run.ts"),
});
