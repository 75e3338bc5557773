import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersGoto = command({
  words: "browsers goto",
  effects: "none",
  operation: "local.navigate",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Show a page in the tab that is in front",
  args: {
    ...sessionArgs,
    url: { summary: "Address; https:// is put before a host without a scheme", field: ["body", "url"] },
  },
  fields: { action: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "the page could not be loaded, or a dialog blocks it" },
  seeAlso: ["browsers snapshot", "browsers tabs list"],
  examples: [
    { line: "browsers goto shop example.com/login", does: "Load a page and wait until it is at rest" },
    { line: "browsers goto shop https://example.com -o json --query url", does: "Print the address at which it ended" },
  ],
  run: () => import("./goto.run.ts"),
});
