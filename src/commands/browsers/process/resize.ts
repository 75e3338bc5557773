import { command } from "../../../cli/declare/command.ts";
import { processArgs } from "./lib/process-args.ts";

export const processResize = command({
  words: "browsers process resize",
  effects: "none",
  operation: "process.resize",
  args: processArgs,
  done: "Resized the terminal.",
  examples: [
    { line: "browsers process resize shop 5f1c... --rows 40 --cols 120", does: "Resize its terminal" },
    {
      line: "browsers process resize shop 5f1c... --rows 24 --cols 80 -o json",
      does: "Back to the usual size, with the answer as JSON",
    },
  ],
});
