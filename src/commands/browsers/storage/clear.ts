import { command } from "../../../cli/declare/command.ts";
import { storageChange } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const storageClear = command({
  words: "browsers storage clear",
  ...storageChange,
  summary: "Delete all keys in the localStorage of the page in front",
  description: "All keys of the page's origin are deleted, after confirmation; --yes confirms.",
  args: sessionArgs,
  exits: { declined: "declined by the user; nothing was done", "outcome-failed": "the page may not store anything" },
  seeAlso: ["browsers storage delete", "browsers cookies clear"],
  examples: [
    { line: "browsers storage clear shop --yes", does: "The page starts as for a new visitor" },
    { line: "browsers storage clear shop --session --yes", does: "Those in sessionStorage of the tab" },
  ],
  run: () => import("./clear.run.ts"),
});
