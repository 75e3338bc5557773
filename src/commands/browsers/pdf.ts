import { command } from "../../cli/declare/command.ts";
import { forceFlag } from "./fs/lib/out-flags.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersPdf = command({
  words: "browsers pdf",
  effects: "none",
  reads: true,
  operation: "local.pdf",
  hostedBy: "playwright.execute",
  preview: "calls",
  args: sessionArgs,
  fields: { no_background: {} },
  input: false,
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write the PDF to a file; - is stdout" },
    ...forceFlag,
  },
  exits: { "outcome-failed": "a dialog blocks the page, or it has no such pages, with its code" },
  seeAlso: ["browsers screenshot", "browsers read"],
  examples: [
    { line: "browsers pdf shop --out page.pdf", does: "Print the page, on paper of the size A4" },
    {
      line: "browsers pdf shop --paper letter --landscape --pages 1-2 --out pages.pdf",
      does: "Two pages in landscape",
    },
  ],
  run: () => import("./pdf.run.ts"),
});
