import { command } from "../../../cli/declare/command.ts";
import { tabChange } from "../lib/agent-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsClose = command({
  words: "browsers tabs close",
  ...tabChange,
  summary: "Close a tab",
  args: {
    ...sessionArgs,
    number: {
      summary: "Number of the tab; the one in front by default",
      kind: "integer",
      required: false,
      field: ["body", "number"],
    },
  },
  examples: [
    { line: "browsers tabs close shop 2", does: "The others stay" },
    { line: "browsers tabs close shop", does: "Close the tab in front" },
  ],
  run: () => import("./close.run.ts"),
});
