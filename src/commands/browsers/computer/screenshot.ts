import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const computerScreenshot = command({
  words: "browsers computer screenshot",
  effects: "none",
  reads: true,
  operation: "computer.screenshot",
  args: sessionArgs,
  fields: { region: false },
  // The function adds the region.
  preview: "calls",
  flags: {
    region: {
      kind: "string",
      placeholder: "X,Y,WIDTH,HEIGHT",
      summary: "Part of the screen, in pixels",
    },
    out: { kind: "string", placeholder: "FILE", summary: "Write the PNG to a file; - is stdout" },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
  },
  examples: [
    { line: "browsers computer screenshot shop --out page.png", does: "Save a screenshot as a file" },
    {
      line: "browsers computer screenshot shop --region 0,0,400,300 --out - > corner.png",
      does: "Write a region of the screen to a pipe",
    },
  ],
  run: () => import("./screenshot.run.ts"),
});
