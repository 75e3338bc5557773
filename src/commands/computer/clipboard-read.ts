import { command } from "../../cli/command.ts";

export const computerClipboardRead = command({
  words: "browsers computer clipboard read",
  operation: "computer.clipboardRead",
  examples: [{ line: "browsers computer clipboard read shop > clip.txt", does: "Save what a page has copied" }],
  run: () => import("./clipboard-read.run.ts"),
});
