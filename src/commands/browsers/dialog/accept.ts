import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const dialogAccept = command({
  words: "browsers dialog accept",
  effects: "none",
  operation: "local.dialog",
  hostedBy: "computer.press",
  preview: "calls",
  summary: "Accept the open dialog",
  args: { ...sessionArgs, text: { summary: "Text of a prompt", required: false, field: ["body", "text"] } },
  fields: { accept: false, text: false },
  filled: ["accept"],
  input: false,
  exits: { "outcome-failed": "no dialog is open" },
  seeAlso: ["browsers snapshot", "browsers act"],
  examples: [
    { line: "browsers dialog accept shop", does: "OK of an alert or a question" },
    { line: "browsers dialog accept shop 'Anna Berg'", does: "The text of a prompt" },
  ],
  run: () => import("./accept.run.ts"),
});
