import { command } from "../../cli/declare/command.ts";
import { navigation } from "./lib/agent-modes.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersBack = command({
  words: "browsers back",
  ...navigation,
  summary: "Show the page before this one",
  args: sessionArgs,
  examples: [
    { line: "browsers back shop", does: "Back, as by the button of the browser" },
    { line: "browsers back shop -o json --query url", does: "Print the address of that page" },
  ],
  run: () => import("./back.run.ts"),
});
