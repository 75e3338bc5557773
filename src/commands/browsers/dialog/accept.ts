import { command } from "../../../cli/declare/command.ts";
import { dialogAnswer } from "../lib/agent-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const dialogAccept = command({
  words: "browsers dialog accept",
  ...dialogAnswer,
  summary: "Accept the open dialog",
  args: { ...sessionArgs, text: { summary: "Text of a prompt", required: false, field: ["body", "text"] } },
  examples: [
    { line: "browsers dialog accept shop", does: "OK of an alert or a question" },
    { line: "browsers dialog accept shop 'Anna Berg'", does: "The text of a prompt" },
  ],
  run: () => import("./accept.run.ts"),
});
