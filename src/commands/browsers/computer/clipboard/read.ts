import { command } from "../../../../cli/declare/command.ts";
import { sessionArgs } from "../../lib/session-args.ts";

export const computerClipboardRead = command({
  words: "browsers computer clipboard read",
  effects: "none",
  reads: true,
  operation: "computer.clipboardRead",
  args: sessionArgs,
  examples: [
    { line: "browsers computer clipboard read shop > clip.txt", does: "Save the text that a page copied" },
    { line: "browsers computer clipboard read shop -o json", does: "Print it as JSON, with its line breaks escaped" },
  ],
  run: () => import("./read.run.ts"),
});
