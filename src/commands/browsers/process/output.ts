import { command } from "../../../cli/declare/command.ts";
import { processArgs } from "./lib/process-args.ts";

export const processOutput = command({
  words: "browsers process output",
  effects: "none",
  operation: "process.output",
  args: processArgs,
  flags: {
    follow: {
      short: "f",
      kind: "boolean",
      summary: "Follow the output until the process ends, then exit with its code",
    },
  },
  exits: {
    own: "with --follow, the exit code of the process",
    "outcome-unknown": "the output ended before the process",
  },
  seeAlso: ["browsers process status"],
  examples: [
    { line: "browsers process output shop 5f1c...", does: "Print the output that is kept" },
    { line: "browsers process output shop 5f1c... --follow", does: "Follow the output until the process ends" },
  ],
  run: () => import("./output.run.ts"),
});
