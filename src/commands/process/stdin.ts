import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const processStdin = command({
  words: "browsers process stdin",
  operation: "process.stdin",
  args: {
    ...sessionArgs,
    process_id: { summary: "Process id, as spawn gave it" },
    text: { summary: "What to write: text, -, @file or env:NAME; stdin when left out", required: false },
  },
  filled: ["data_b64"],
  fields: { data_b64: false },
  flags: {
    keepOpen: { kind: "boolean", summary: "Do not end the process's input at the end of a pipe or file" },
  },
  examples: [
    { line: "browsers process stdin shop 5f1c... 'yes'", does: "Write a word" },
    { line: "browsers process stdin shop 5f1c... @data.csv", does: "Write a file, then end its input" },
    {
      line: "browsers process stdin shop 5f1c... --keep-open < part1.csv",
      does: "Pipe something in, with more to come",
    },
  ],
  run: () => import("./stdin.run.ts"),
});
