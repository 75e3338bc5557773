import { command } from "../../cli/declare/command.ts";
import { forceFlag } from "./fs/lib/out-flags.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersHtml = command({
  words: "browsers html",
  effects: "none",
  reads: true,
  operation: "local.html",
  hostedBy: "playwright.execute",
  preview: "calls",
  description:
    "Shadow roots are templates with shadowrootmode. Frames are not in it: read them by a reference in them.",
  args: sessionArgs,
  fields: { ref: { placeholder: "REF" } },
  input: false,
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write it to a file; - is stdout" },
    ...forceFlag,
  },
  exits: { "outcome-failed": "a reference is not valid, or the page is too large or blocked, with its code" },
  seeAlso: ["browsers read", "browsers snapshot"],
  examples: [
    { line: "browsers html shop --out page.html", does: "The page as it is now" },
    { line: "browsers html shop --ref e12", does: "One element" },
  ],
  run: () => import("./html.run.ts"),
});
