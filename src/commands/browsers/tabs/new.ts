import { command } from "../../../cli/declare/command.ts";
import { tabChange } from "../lib/agent-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsNew = command({
  words: "browsers tabs new",
  ...tabChange,
  summary: "Open a tab in front",
  args: { ...sessionArgs, url: { summary: "Page to open; an empty one by default", required: false } },
  examples: [
    { line: "browsers tabs new shop example.com", does: "A second page beside the first" },
    { line: "browsers tabs new shop", does: "An empty tab" },
  ],
  run: () => import("./new.run.ts"),
});
