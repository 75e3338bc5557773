import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsList = command({
  words: "browsers tabs list",
  effects: "none",
  operation: "local.tabs",
  hostedBy: "playwright.execute",
  preview: "calls",
  args: sessionArgs,
  columns: [{ path: "number" }, { path: "active" }, { path: "title" }, { path: "url" }],
  seeAlso: ["browsers tabs activate", "browsers snapshot"],
  examples: [
    { line: "browsers tabs list shop", does: "Tabs, with the one in front" },
    { line: "browsers tabs list shop -o json --query '[?active].url'", does: "The address of the tab in front" },
  ],
  run: () => import("./list.run.ts"),
});
