import { command } from "../../../cli/declare/command.ts";
import { holdKeys, pointArgs, pointFields, rulesOf } from "./lib/action-args.ts";

export const computerScroll = command({
  words: "browsers computer scroll",
  effects: "none",
  operation: "computer.scroll",
  rules: rulesOf("scroll"),
  args: pointArgs,
  fields: { ...pointFields, ...holdKeys },
  done: "Scrolled.",
  examples: [
    { line: "browsers computer scroll shop 640 360 --delta-y 3", does: "Scroll down three notches" },
    {
      line: "browsers computer scroll shop 640 360 --delta-y -5 --hold-key Ctrl",
      does: "Zoom in with Ctrl and the wheel",
    },
  ],
});
