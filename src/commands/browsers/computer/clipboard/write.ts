import { command } from "../../../../cli/declare/command.ts";
import { sessionArgs } from "../../lib/session-args.ts";

export const computerClipboardWrite = command({
  words: "browsers computer clipboard write",
  effects: "none",
  operation: "computer.clipboardWrite",
  args: { ...sessionArgs, text: { summary: "Text for the clipboard", kind: "text", field: ["body", "text"] } },
  fields: { text: false },
  done: "Wrote the clipboard.",
  examples: [
    { line: "browsers computer clipboard write shop @clip.txt", does: "Copy the text of a file to the clipboard" },
    { line: "browsers computer clipboard write shop 'red shoes'", does: "Copy a few words, to paste them with Ctrl+v" },
  ],
});
