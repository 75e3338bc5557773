import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const computerCursor = command({
  words: "browsers computer cursor",
  effects: "none",
  operation: "computer.cursor",
  args: sessionArgs,
  fields: { hidden: false },
  flags: {
    hide: { kind: "boolean", summary: "Hide the pointer", constant: true, field: ["body", "hidden"] },
    show: { kind: "boolean", summary: "Show the pointer", constant: false, field: ["body", "hidden"] },
  },
  done: "Changed the pointer.",
  examples: [
    { line: "browsers computer cursor shop --hide", does: "Hide the pointer on every page" },
    { line: "browsers computer cursor shop --show", does: "Show it again" },
  ],
});
