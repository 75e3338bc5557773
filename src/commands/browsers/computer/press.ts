import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { holdKeys, rulesOf } from "./lib/action-args.ts";

export const computerPress = command({
  words: "browsers computer press",
  effects: "none",
  operation: "computer.press",
  rules: rulesOf("press_key"),
  args: {
    ...sessionArgs,
    key: {
      summary: "Keys in order: names such as Return or Page_Down, or combinations",
      required: false,
      repeat: true,
      field: ["body", "keys"],
    },
  },
  fields: { keys: false, duration: { summary: "Time each key is held" }, ...holdKeys },
  done: "Pressed.",
  examples: [
    { line: "browsers computer press shop Ctrl+a BackSpace", does: "Empty a field" },
    { line: "browsers computer press shop Return", does: "Press Enter" },
    { line: "browsers computer press shop Right --duration 1s", does: "Hold a key for a second" },
  ],
});
