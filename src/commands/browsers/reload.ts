import { command } from "../../cli/declare/command.ts";
import { navigation } from "./lib/agent-modes.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersReload = command({
  words: "browsers reload",
  ...navigation,
  summary: "Load the page again",
  args: sessionArgs,
  examples: [
    { line: "browsers reload shop", does: "The same page anew" },
    { line: "browsers reload shop -o json --query url", does: "Print the address of the page" },
  ],
  run: () => import("./reload.run.ts"),
});
