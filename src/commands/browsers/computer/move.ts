import { command } from "../../../cli/declare/command.ts";
import { holdKeys, pointArgs, pointFields, rulesOf } from "./lib/action-args.ts";

export const computerMove = command({
  words: "browsers computer move",
  effects: "none",
  operation: "computer.move",
  rules: rulesOf("move_mouse"),
  args: pointArgs,
  fields: { ...pointFields, ...holdKeys },
  done: "Moved the mouse.",
  examples: [
    { line: "browsers computer move shop 300 40 --no-smooth", does: "Move the mouse there at once" },
    { line: "browsers computer move shop 640 360 --duration-ms 800", does: "Move it smoothly, in 0.8 seconds" },
  ],
});
