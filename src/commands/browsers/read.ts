import { command } from "../../cli/declare/command.ts";
import { forceFlag } from "./fs/lib/out-flags.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersRead = command({
  words: "browsers read",
  effects: "none",
  reads: true,
  operation: "local.read",
  hostedBy: "playwright.execute",
  preview: "calls",
  description:
    "Navigation, forms and what is hidden are left out. A long text comes in parts; the last line says how to get the next.",
  args: sessionArgs,
  fields: { all: false, ref: { placeholder: "REF" }, whole: {}, links: {} },
  input: false,
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write all parts to a file, and print the first line alone" },
    ...forceFlag,
  },
  exits: { "outcome-failed": "a reference is not valid, or the page is too large or blocked, with its code" },
  seeAlso: ["browsers snapshot", "browsers html"],
  examples: [
    { line: "browsers read shop", does: "The main text, in at most 2000 tokens" },
    { line: "browsers read shop --part 2", does: "The next part of a long text" },
    { line: "browsers read shop --links --out page.md", does: "All of it, with links, as a file" },
  ],
  run: () => import("./read.run.ts"),
});
