import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const dialogDismiss = command({
  words: "browsers dialog dismiss",
  effects: "none",
  operation: "local.dialog",
  hostedBy: "computer.press",
  preview: "calls",
  summary: "Dismiss the open dialog",
  args: sessionArgs,
  fields: { accept: false, text: false },
  filled: ["accept"],
  input: false,
  exits: { "outcome-failed": "no dialog is open" },
  seeAlso: ["browsers snapshot", "browsers act"],
  examples: [
    { line: "browsers dialog dismiss shop", does: "Cancel" },
    { line: "browsers dialog dismiss shop -o json", does: "The result as data" },
  ],
  run: () => import("./dismiss.run.ts"),
});
