import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";
import { forceFlag } from "./out-flags.ts";

export const fsDownload = command({
  words: "browsers fs download",
  effects: "none",
  operation: "fs.readFile",
  summary: "Download a file of a session",
  args: { ...sessionArgs, path: { summary: "Absolute path of the file", field: ["query", "path"] } },
  fields: { path: false },
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write, - for stdout; the name of the remote file when omitted",
    },
    ...forceFlag,
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs download shop /home/user/report.pdf", does: "Save it as report.pdf" },
    {
      line: "browsers fs download shop /home/user/Downloads/invoice.pdf --out may.pdf --force",
      does: "Save it under another name, and replace an older one",
    },
  ],
  output: async () => (await import("./outputs.ts")).fsDownloadOutput,
  run: () => import("./download.run.ts"),
});
