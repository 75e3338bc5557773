import { command } from "../../../cli/declare/command.ts";
import { storageChange } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const storageDelete = command({
  words: "browsers storage delete",
  ...storageChange,
  summary: "Delete a key in the localStorage of the page in front",
  args: { ...sessionArgs, key: { summary: "Key", field: ["body", "key"] } },
  exits: { "outcome-failed": "the storage has no such key" },
  seeAlso: ["browsers storage clear", "browsers storage list"],
  examples: [
    { line: "browsers storage delete shop theme", does: "The other keys stay" },
    { line: "browsers storage delete shop cart --session", does: "A key in sessionStorage of the tab" },
  ],
  run: () => import("./delete.run.ts"),
});
