import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsActivate = command({
  words: "browsers tabs activate",
  effects: "none",
  operation: "local.tab",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Bring a tab to the front",
  args: { ...sessionArgs, number: { summary: "Number of the tab", kind: "integer", field: ["body", "number"] } },
  fields: { action: false, number: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "there is no such tab" },
  seeAlso: ["browsers tabs list", "browsers snapshot"],
  examples: [
    { line: "browsers tabs activate shop 2", does: "Commands then work in the second tab" },
    { line: "browsers tabs activate shop 1", does: "Back to the first" },
  ],
  run: () => import("./activate.run.ts"),
});
