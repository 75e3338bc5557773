import { command } from "../../../cli/declare/command.ts";
import { storageReading } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const storageList = command({
  words: "browsers storage list",
  ...storageReading,
  effects: { secrets: ["values"] },
  reads: true,
  description: "Values are left out unless --values is given. At most 1,000 keys are listed.",
  args: sessionArgs,
  fields: { key: false, values: false },
  flags: { values: { kind: "boolean", summary: "Print values too", field: ["body", "values"] } },
  exits: { "outcome-failed": "the page may not store anything, or a dialog blocks it" },
  seeAlso: ["browsers storage get", "browsers cookies list"],
  examples: [
    { line: "browsers storage list shop", does: "Keys in localStorage of the page, with the size of each" },
    { line: "browsers storage list shop --session --values", does: "Those in sessionStorage of the tab, with values" },
    { line: "browsers storage list shop --origin https://pay.example.com", does: "That of a frame on the page" },
  ],
  run: () => import("./list.run.ts"),
});
