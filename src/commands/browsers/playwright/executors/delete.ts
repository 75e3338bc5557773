import { command } from "../../../../cli/declare/command.ts";
import { sessionArgs } from "../../lib/session-args.ts";

export const executorsDelete = command({
  words: "browsers playwright executors delete",
  effects: "none",
  operation: "playwright.deleteExecutor",
  args: { ...sessionArgs, name: { summary: "Executor, as listed; default is restarted" } },
  done: "Deleted executor {name}.",
  seeAlso: ["browsers playwright executors list"],
  examples: [
    { line: "browsers playwright executors delete shop checkout", does: "Delete it and close its tab" },
    { line: "browsers playwright executors delete shop prices --no-close-tab", does: "Keep its tab open" },
  ],
});
