import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersForward = command({
  words: "browsers forward",
  effects: "none",
  operation: "local.navigate",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Show the page after this one",
  args: sessionArgs,
  fields: { action: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "the page could not be loaded, or a dialog blocks it" },
  seeAlso: ["browsers snapshot", "browsers tabs list"],
  examples: [
    { line: "browsers forward shop", does: "Forward, after back" },
    { line: "browsers forward shop -o json --query url", does: "Print the address of that page" },
  ],
  run: () => import("./forward.run.ts"),
});
