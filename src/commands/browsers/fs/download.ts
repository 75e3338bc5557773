import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { forceFlag } from "./lib/out-flags.ts";

export const fsDownload = command({
  words: "browsers fs download",
  effects: "none",
  reads: false,
  operation: "fs.readFile",
  summary: "Download a file or a directory of a session",
  description:
    "A directory is extracted to a new one, as download-dir --extract does. Without a target both keep their name; in a target that is a directory too.",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "File or directory, absolute or below /home/user", field: ["query", "path"] },
    target: { required: false, kind: "path", summary: "File or directory on this machine, - for stdout" },
  },
  fields: { path: false },
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write, - for stdout; the same as the target, but never put into a directory",
    },
    ...forceFlag,
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs download shop report.pdf", does: "Save /home/user/report.pdf as report.pdf" },
    { line: "browsers fs download shop /home/user/site ./copy", does: "Save a directory as a new one" },
    {
      line: "browsers fs download shop /home/user/Downloads/invoice.pdf --out may.pdf --force",
      does: "Save it under another name, and replace an older one",
    },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsDownloadOutput,
  run: () => import("./download.run.ts"),
});
