import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const tabsNew = command({
  words: "browsers tabs new",
  effects: "none",
  operation: "local.tab",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Open a tab in front",
  args: { ...sessionArgs, url: { summary: "Page to open; an empty one by default", required: false } },
  fields: { action: false, number: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "there is no such tab" },
  seeAlso: ["browsers tabs list", "browsers snapshot"],
  examples: [
    { line: "browsers tabs new shop example.com", does: "A second page beside the first" },
    { line: "browsers tabs new shop", does: "An empty tab" },
  ],
  run: () => import("./new.run.ts"),
});
