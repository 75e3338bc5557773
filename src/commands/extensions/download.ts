import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";

export const extensionsDownload = command({
  words: "extensions download",
  effects: "none",
  reads: false,
  operation: "extensions.download",
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write; the extension's name and .zip in this directory by default; - is stdout",
    },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
    ...progressFlags,
  },
  examples: [
    { line: "extensions download blocker", does: "Save it as blocker.zip" },
    {
      line: "extensions download blocker --out blocker-backup.zip --force",
      does: "Save it elsewhere, and replace an older copy",
    },
  ],
  run: () => import("./download.run.ts"),
});
