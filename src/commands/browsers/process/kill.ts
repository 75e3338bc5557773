import { command } from "../../../cli/declare/command.ts";
import { processArgs } from "./lib/process-args.ts";

export const processKill = command({
  words: "browsers process kill",
  effects: "none",
  operation: "process.kill",
  args: processArgs,
  fields: { signal: { preset: "TERM" } },
  done: "Sent the signal to {process_id}.",
  examples: [
    { line: "browsers process kill shop 5f1c...", does: "Ask it to exit" },
    { line: "browsers process kill shop 5f1c... --signal KILL", does: "Kill it" },
  ],
});
