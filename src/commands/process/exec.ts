import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";
import { commandFields, commandRest } from "./command-flags.ts";

export const processExec = command({
  words: "browsers process exec",
  operation: "process.exec",
  description:
    "It behaves as a command run here: stdout and stderr stay apart, the exit code is passed on (128 and its number for a signal), Ctrl-C interrupts it, a second one terminates it, a third kills it. Stdin is sent only with -i, so that a loop around it keeps its own input. With -o json the whole result is printed at the end.",
  args: sessionArgs,
  filled: ["command", "args"],
  fields: commandFields,
  flags: {
    tty: { short: "t", kind: "boolean", summary: "Give it a terminal, the size of this one" },
    stdin: { short: "i", kind: "boolean", summary: "Send stdin to it; with -t at a terminal that is the default" },
    noStdin: { short: "n", kind: "boolean", summary: "Send no stdin, and say nothing about it" },
  },
  rest: commandRest,
  examples: [
    { line: "browsers process exec shop -- ls -l /tmp", does: "Run a command in the session" },
    { line: "browsers process exec shop -t -- bash", does: "A shell in it" },
    { line: "browsers process exec shop -i -- sh -c 'sort | uniq -c' < words.txt", does: "Send it a file as stdin" },
  ],
  terminal: true,
  run: () => import("./exec.run.ts"),
});
