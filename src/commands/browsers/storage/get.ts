import { command } from "../../../cli/declare/command.ts";
import { storageReading } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const storageGet = command({
  words: "browsers storage get",
  ...storageReading,
  effects: "secrets",
  reads: true,
  summary: "Print the value of a key in the localStorage of the page in front",
  description: "A value that --secret gave is hidden here too.",
  args: { ...sessionArgs, key: { summary: "Key", field: ["body", "key"] } },
  fields: { key: false, values: false },
  exits: { "outcome-failed": "the storage has no such key" },
  seeAlso: ["browsers storage list", "browsers storage set"],
  examples: [
    { line: "browsers storage get shop theme", does: "The value alone" },
    { line: "browsers storage get shop cart --session", does: "A key in sessionStorage of the tab" },
  ],
  run: () => import("./get.run.ts"),
});
