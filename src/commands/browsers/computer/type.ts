import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { rulesOf } from "./lib/action-args.ts";

export const computerType = command({
  words: "browsers computer type",
  effects: "none",
  operation: "computer.type",
  rules: rulesOf("type_text"),
  args: { ...sessionArgs, text: { summary: "Text to type", kind: "text", field: ["body", "text"] } },
  fields: { text: false, delay: { summary: "Milliseconds between keystrokes" } },
  done: "Typed.",
  examples: [
    { line: "browsers computer type shop 'hello'", does: "Type text" },
    { line: "browsers computer type shop env:PASSWORD", does: "Type a secret from a variable, which is never printed" },
    { line: "browsers computer type shop @letter.txt --delay 20", does: "Type the text of a file, slowly" },
  ],
});
