import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsWrite = command({
  words: "browsers fs write",
  effects: "none",
  operation: "fs.writeFile",
  // The function builds the body.
  preview: "calls",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "File, absolute or below /home/user", field: ["query", "path"] },
    content: { summary: "Text, -, @file or env:NAME; stdin when omitted", required: false },
  },
  fields: { path: false, mode: { placeholder: "MODE" } },
  flags: progressFlags,
  examples: [
    { line: "browsers fs write shop /home/user/hello.txt 'hello'", does: "Write text" },
    { line: "browsers fs write shop /home/user/run.sh @run.sh --mode 755", does: "Write an executable script" },
    { line: "browsers fs write shop /home/user/data.csv < data.csv", does: "Write from stdin" },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsWriteOutput,
  run: () => import("./write.run.ts"),
});
