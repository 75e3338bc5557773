import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const computerMousePosition = command({
  words: "browsers computer mouse-position",
  effects: "none",
  reads: true,
  operation: "computer.mousePosition",
  args: sessionArgs,
  examples: [
    { line: "browsers computer mouse-position shop -o json", does: "Print the position as JSON" },
    { line: "browsers computer mouse-position shop --query x", does: "The distance from the left edge alone" },
  ],
});
