import { command } from "../../cli/declare/command.ts";
import { forceFlag } from "./fs/lib/out-flags.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersScreenshot = command({
  words: "browsers screenshot",
  effects: "none",
  reads: true,
  operation: "local.screenshot",
  hostedBy: "playwright.execute",
  preview: "calls",
  description:
    "Of the page, where browsers computer screenshot is of the screen with the browser's own windows. Fields that hold a secret are painted over.",
  args: sessionArgs,
  fields: { ref: { placeholder: "REF" }, full_page: {}, marks: {} },
  input: false,
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write the PNG to a file; - is stdout" },
    ...forceFlag,
  },
  exits: { "outcome-failed": "a reference is not valid, or the page is too large or blocked, with its code" },
  seeAlso: ["browsers snapshot", "browsers computer screenshot"],
  examples: [
    { line: "browsers screenshot shop --marks --out page.png", does: "The page with the references of its controls" },
    { line: "browsers screenshot shop --ref e12 --out button.png", does: "One element" },
    { line: "browsers screenshot shop --full-page --out whole.png", does: "Also what is out of view" },
  ],
  run: () => import("./screenshot.run.ts"),
});
