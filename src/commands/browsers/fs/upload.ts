import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsUpload = command({
  words: "browsers fs upload",
  effects: "none",
  operation: "fs.upload",
  description:
    "The last word is the target, as with cp: what is uploaded into an existing directory keeps its name. A directory is packed and extracted, as upload-zip does. Files are put in place all or none; parent directories are created.",
  args: {
    ...sessionArgs,
    file: {
      kind: "path",
      summary:
        "Files or a directory on this machine; the last one is the path in the session, absolute or below /home/user",
      repeat: true,
    },
  },
  filled: ["files"],
  flags: {
    dest: {
      kind: "remote-path",
      summary:
        "Path in the session in place of the last word; a directory if it ends with / or there are several files (dest_path)",
    },
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs upload shop photo.png /home/user/photo.png", does: "Upload one file" },
    { line: "browsers fs upload shop ./site site", does: "Upload a directory as /home/user/site" },
    {
      line: "browsers fs upload shop a.csv b.csv --dest /home/user/data/",
      does: "Upload several files to a directory: all or none",
    },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsUploadOutput,
  run: () => import("./upload.run.ts"),
});
