import { command } from "../../../cli/declare/command.ts";
import { holdKeys, pointArgs, pointFields, rulesOf } from "./lib/action-args.ts";

export const computerClick = command({
  words: "browsers computer click",
  effects: "none",
  operation: "computer.click",
  rules: rulesOf("click_mouse"),
  args: pointArgs,
  fields: { ...pointFields, ...holdKeys },
  done: "Clicked.",
  examples: [
    { line: "browsers computer click shop 100 200", does: "Click with the left button" },
    {
      line: "browsers computer click shop 100 200 --num-clicks 2 --hold-key Shift",
      does: "Double-click with Shift held",
    },
  ],
});
