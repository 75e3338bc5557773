import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsClose = command({
  words: "browsers tabs close",
  effects: "none",
  operation: "local.tab",
  hostedBy: "playwright.execute",
  preview: "calls",
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
  fields: { action: false, number: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "there is no such tab" },
  seeAlso: ["browsers tabs list", "browsers snapshot"],
  examples: [
    { line: "browsers tabs close shop 2", does: "The others stay" },
    { line: "browsers tabs close shop", does: "Close the tab in front" },
  ],
  run: () => import("./close.run.ts"),
});
