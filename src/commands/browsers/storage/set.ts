import { command } from "../../../cli/declare/command.ts";
import { storageChange } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const storageSet = command({
  words: "browsers storage set",
  ...storageChange,
  summary: "Set a key in the localStorage of the page in front",
  args: {
    ...sessionArgs,
    key: { summary: "Key", field: ["body", "key"] },
    value: { summary: "Value; --secret in its place", required: false },
  },
  flags: { secret: { kind: "text", placeholder: "SOURCE", summary: "Value that is never printed" } },
  exits: { "outcome-failed": "the page may not store anything, or has no room" },
  seeAlso: ["browsers storage get", "browsers reload"],
  examples: [
    { line: "browsers storage set shop theme dark", does: "The page reads it when it looks again" },
    { line: "browsers storage set shop token --secret env:PASSWORD", does: "A value that is never printed" },
  ],
  run: () => import("./set.run.ts"),
});
