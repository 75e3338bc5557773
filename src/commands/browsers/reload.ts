import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersReload = command({
  words: "browsers reload",
  effects: "none",
  operation: "local.navigate",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Load the page again",
  args: sessionArgs,
  fields: { action: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "the page could not be loaded, or a dialog blocks it" },
  seeAlso: ["browsers snapshot", "browsers tabs list"],
  examples: [
    { line: "browsers reload shop", does: "The same page anew" },
    { line: "browsers reload shop -o json --query url", does: "Print the address of the page" },
  ],
  run: () => import("./reload.run.ts"),
});
