import { command } from "../../cli/declare/command.ts";
import { navigation } from "./lib/agent-modes.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersForward = command({
  words: "browsers forward",
  ...navigation,
  summary: "Show the page after this one",
  args: sessionArgs,
  examples: [
    { line: "browsers forward shop", does: "Forward, after back" },
    { line: "browsers forward shop -o json --query url", does: "Print the address of that page" },
  ],
  run: () => import("./forward.run.ts"),
});
