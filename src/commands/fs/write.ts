import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const fsWrite = command({
  words: "browsers fs write",
  operation: "fs.writeFile",
  // The function makes the body.
  preview: "calls",
  args: {
    ...sessionArgs,
    path: { summary: "File in the session, absolute", field: ["query", "path"] },
    content: { summary: "Text, -, @file or env:NAME; stdin when left out", required: false },
  },
  fields: { path: false, mode: { placeholder: "MODE" } },
  flags: progressFlags,
  examples: [
    { line: "browsers fs write shop /home/user/hello.txt 'hello'", does: "Write a word" },
    { line: "browsers fs write shop /home/user/run.sh @run.sh --mode 755", does: "Write a script that can be run" },
    { line: "browsers fs write shop /home/user/data.csv < data.csv", does: "Write what a pipe or a file brings" },
  ],
  run: () => import("./write.run.ts"),
});
