import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";

export const extensionsDownload = command({
  words: "extensions download",
  operation: "extensions.download",
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "Where it goes; the extension's name and .zip in this folder when left out; - is stdout",
    },
    force: { kind: "boolean", summary: "Replace a file that exists" },
    ...progressFlags,
  },
  examples: [{ line: "extensions download blocker", does: "Save it as blocker.zip" }],
  run: () => import("./download.run.ts"),
});
