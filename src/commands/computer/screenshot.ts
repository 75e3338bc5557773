import { command } from "../../cli/spec.ts";

export const browsersComputerScreenshot = command({
  words: "browsers computer screenshot",
  operation: "computer.screenshot",
  fields: { region: false },
  flags: [
    {
      name: "region",
      kind: "string",
      placeholder: "X,Y,WIDTH,HEIGHT",
      summary: "Only this part of the page area, in CSS pixels",
    },
    { name: "out", kind: "string", placeholder: "FILE", summary: "Write the PNG to a file; - is stdout" },
    { name: "force", kind: "boolean", summary: "Replace the file if it exists" },
  ],
  examples: [
    { line: "browsers computer screenshot shop --out page.png", does: "Save what the session shows" },
    {
      line: "browsers computer screenshot shop --region 0,0,400,300 --out - > corner.png",
      does: "A part of it, through a pipe",
    },
  ],
  run: () => import("./screenshot.run.ts"),
});
