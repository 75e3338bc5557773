import { command } from "../../cli/command.ts";

export const processOutput = command({
  words: "browsers process output",
  operation: "process.output",
  flags: { follow: { short: "f", kind: "boolean", summary: "Go on until it ends, and exit with its code" } },
  examples: [
    { line: "browsers process output shop 5f1c...", does: "Print what is kept of its output" },
    { line: "browsers process output shop 5f1c... --follow", does: "Watch it until it ends" },
  ],
  run: () => import("./output.run.ts"),
});
