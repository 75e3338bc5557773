import { command } from "../../cli/declare/command.ts";
import { navigation } from "./lib/agent-modes.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersGoto = command({
  words: "browsers goto",
  ...navigation,
  summary: "Show a page in the tab that is in front",
  args: {
    ...sessionArgs,
    url: { summary: "Address; https:// is put before a host without a scheme", field: ["body", "url"] },
  },
  examples: [
    { line: "browsers goto shop example.com/login", does: "Load a page and wait until it is at rest" },
    { line: "browsers goto shop https://example.com -o json --query url", does: "Print the address at which it ended" },
  ],
  run: () => import("./goto.run.ts"),
});
