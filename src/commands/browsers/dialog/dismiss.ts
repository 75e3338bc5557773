import { command } from "../../../cli/declare/command.ts";
import { dialogAnswer } from "../lib/agent-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const dialogDismiss = command({
  words: "browsers dialog dismiss",
  ...dialogAnswer,
  summary: "Dismiss the open dialog",
  args: sessionArgs,
  examples: [
    { line: "browsers dialog dismiss shop", does: "Cancel" },
    { line: "browsers dialog dismiss shop -o json", does: "The result as data" },
  ],
  run: () => import("./dismiss.run.ts"),
});
