import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { commandFields, commandRest } from "./lib/command-words.ts";

export const processExec = command({
  words: "browsers process exec",
  effects: "none",
  operation: "process.exec",
  description:
    "Behaves like a local command: stdout and stderr stay separate, the exit code is passed on (128 plus the number of a signal), and Ctrl-C sends INT, then TERM, then KILL. Stdin is sent only with -i, so a surrounding loop keeps its own input. With -o json the whole result is printed at the end.",
  args: sessionArgs,
  filled: ["command", "args"],
  fields: commandFields,
  flags: {
    tty: { short: "t", kind: "boolean", summary: "Allocate a terminal of the size of this one" },
    stdin: { short: "i", kind: "boolean", summary: "Send stdin to the command; the default with -t at a terminal" },
    noStdin: { short: "n", kind: "boolean", summary: "Do not send stdin, and hide the note about it" },
  },
  rest: commandRest,
  exits: {
    own: "the exit code of the command; 128 and its number for a signal, 127 when there is no such command, 126 when it cannot be executed",
  },
  seeAlso: ["browsers process spawn", "browsers run"],
  examples: [
    { line: "browsers process exec shop -- ls -l /tmp", does: "Run a command in the session" },
    { line: "browsers process exec shop ls /", does: "The same without --, as the command has no flags" },
    { line: "browsers process exec shop -t -- bash", does: "Open a shell in the session" },
    { line: "browsers process exec shop -i -- sh -c 'sort | uniq -c' < words.txt", does: "Send a file as stdin" },
  ],
  terminal: true,
  run: () => import("./exec.run.ts"),
});
