import { progressFlag } from "../../cli/byte-progress.ts";
import { command } from "../../cli/spec.ts";

export const extensionsDownload = command({
  words: "extensions download",
  operation: "extensions.download",
  flags: [
    {
      name: "out",
      kind: "string",
      placeholder: "FILE",
      summary: "Where it goes; the extension's name and .zip in this folder when left out; - is stdout",
    },
    { name: "force", kind: "boolean", summary: "Replace a file that exists" },
    progressFlag,
  ],
  examples: [{ line: "extensions download blocker", does: "Save it as blocker.zip" }],
  run: () => import("./download.run.ts"),
});
