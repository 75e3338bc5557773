import { command } from "../../../cli/declare/command.ts";
import { tabChange } from "../lib/agent-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsActivate = command({
  words: "browsers tabs activate",
  ...tabChange,
  summary: "Bring a tab to the front",
  args: { ...sessionArgs, number: { summary: "Number of the tab", kind: "integer", field: ["body", "number"] } },
  examples: [
    { line: "browsers tabs activate shop 2", does: "Commands then work in the second tab" },
    { line: "browsers tabs activate shop 1", does: "Back to the first" },
  ],
  run: () => import("./activate.run.ts"),
});
