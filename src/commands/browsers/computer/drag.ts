import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { holdKeys, rulesOf } from "./lib/action-args.ts";

export const computerDrag = command({
  words: "browsers computer drag",
  effects: "none",
  operation: "computer.drag",
  rules: rulesOf("drag_mouse"),
  args: {
    ...sessionArgs,
    path: {
      word: "x,y",
      summary: "Points to drag along",
      repeat: true,
      kind: "point",
      field: ["body", "path"],
    },
  },
  fields: { path: false, ...holdKeys },
  done: "Dragged.",
  examples: [
    { line: "browsers computer drag shop 10,10 200,10 200,150", does: "Drag along three points" },
    {
      line: "browsers computer drag shop 100,300 500,300 --hold-key Shift --duration-ms 1s",
      does: "Drag in a straight line with Shift held, in one second",
    },
  ],
});
