import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersBack = command({
  words: "browsers back",
  effects: "none",
  operation: "local.navigate",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Show the page before this one",
  args: sessionArgs,
  fields: { action: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "the page could not be loaded, or a dialog blocks it" },
  seeAlso: ["browsers snapshot", "browsers tabs list"],
  examples: [
    { line: "browsers back shop", does: "Back, as by the button of the browser" },
    { line: "browsers back shop -o json --query url", does: "Print the address of that page" },
  ],
  run: () => import("./back.run.ts"),
});
