import { command } from "../../cli/declare/command.ts";
import { forceFlag } from "./fs/lib/out-flags.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersSnapshot = command({
  words: "browsers snapshot",
  effects: "none",
  reads: true,
  operation: "local.snapshot",
  hostedBy: "playwright.execute",
  preview: "calls",
  args: sessionArgs,
  fields: { all: false, delta: {}, rows: { placeholder: "FROM-TO" }, under: { placeholder: "REF" } },
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write everything to a file, and print its first line alone" },
    ...forceFlag,
  },
  exits: { "outcome-failed": "a reference or the pattern is not valid, or the page is too large, with its code" },
  seeAlso: ["browsers act", "browsers computer screenshot", "browsers playwright execute"],
  examples: [
    { line: "browsers snapshot shop", does: "What is on the page, in at most 1500 tokens" },
    { line: "browsers snapshot shop --find 'total'", does: "Only lines with a text, wherever they are on the page" },
    { line: "browsers snapshot shop --delta", does: "Only what has changed since the last look" },
    { line: "browsers snapshot shop --interactive --max-tokens 500", does: "Controls and headings, shorter" },
    {
      line: "browsers snapshot shop -o json --query 'lines[?ref].[ref, role, name]'",
      does: "Controls as data",
    },
  ],
  run: () => import("./snapshot.run.ts"),
});
