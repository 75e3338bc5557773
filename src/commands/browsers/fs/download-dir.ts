import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { forceFlag } from "./lib/out-flags.ts";

export const fsDownloadDir = command({
  words: "browsers fs download-dir",
  effects: "none",
  reads: false,
  operation: "fs.downloadDirZip",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "Directory, absolute or below /home/user", field: ["query", "path"] },
  },
  fields: { path: false },
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Zip file to write, - for stdout" },
    extract: { kind: "string", placeholder: "DIR", summary: "New directory to extract it to instead" },
    ...forceFlag,
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs download-dir shop /home/user/site --out site.zip", does: "Save a directory as a zip archive" },
    { line: "browsers fs download-dir shop /home/user/site --extract site", does: "Save it as a directory" },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsDownloadDirOutput,
  run: () => import("./download-dir.run.ts"),
});
