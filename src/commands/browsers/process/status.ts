import { command } from "../../../cli/declare/command.ts";
import { processArgs } from "./lib/process-args.ts";

export const processStatus = command({
  words: "browsers process status",
  effects: "none",
  operation: "process.status",
  args: processArgs,
  columns: [{ path: "mem_bytes", as: "bytes" }],
  examples: [
    { line: "browsers process status shop 5f1c...", does: "Show its state and resource use" },
    { line: "browsers process status shop 5f1c... --query state", does: "Its state alone" },
  ],
});
