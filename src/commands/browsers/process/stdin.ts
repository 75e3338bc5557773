import { command } from "../../../cli/declare/command.ts";
import { processArgs } from "./lib/process-args.ts";

export const processStdin = command({
  words: "browsers process stdin",
  effects: "none",
  operation: "process.stdin",
  args: {
    ...processArgs,
    text: { summary: "Text to write, -, @file or env:NAME; stdin when omitted", required: false },
  },
  filled: ["data_b64"],
  fields: { data_b64: false },
  flags: {
    keepOpen: { kind: "boolean", summary: "Do not end the input of the process after a pipe or file" },
  },
  examples: [
    { line: "browsers process stdin shop 5f1c... 'yes'", does: "Write text" },
    { line: "browsers process stdin shop 5f1c... @data.csv", does: "Write a file, then end its input" },
    {
      line: "browsers process stdin shop 5f1c... --keep-open < part1.csv",
      does: "Write a part and keep the input open",
    },
  ],
  output: async () => (await import("../../lib/outputs.ts")).processStdinOutput,
  run: () => import("./stdin.run.ts"),
});
