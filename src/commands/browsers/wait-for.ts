import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersWaitFor = command({
  words: "browsers wait-for",
  effects: "none",
  reads: true,
  operation: "local.waitFor",
  hostedBy: "playwright.execute",
  preview: "calls",
  description:
    "Several conditions must hold at the same time. A text is found in any case, wherever it is on the page; /PATTERN/ is a pattern.",
  args: sessionArgs,
  fields: {
    timeout_ms: false,
    text: { placeholder: "TEXT" },
    gone: { placeholder: "TEXT|REF" },
    ref: { placeholder: "REF" },
    url: { placeholder: "TEXT" },
    loaded: {},
  },
  input: false,
  flags: {
    within: { kind: "duration", unit: "milliseconds", summary: "Time limit of the wait; 30s by default, at most 1h" },
  },
  exits: {
    timeout: "--within is over, and the page does not show it",
    "outcome-failed": "it cannot be met: a reference that is gone, a dialog that blocks the page",
  },
  seeAlso: ["browsers snapshot", "browsers act", "wait browser"],
  examples: [
    { line: "browsers wait-for shop --text 'Order received'", does: "Until the page shows a text" },
    {
      line: "browsers wait-for shop --ref e12 --within 10s",
      does: "Until a button can be pressed, at most 10 seconds",
    },
    { line: "browsers wait-for shop --url /done --loaded", does: "Until another page is shown and at rest" },
    { line: "browsers wait-for shop --gone 'Loading'", does: "Until a text is gone" },
  ],
  run: () => import("./wait-for.run.ts"),
});
