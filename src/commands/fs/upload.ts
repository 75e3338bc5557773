import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const fsUpload = command({
  words: "browsers fs upload",
  effects: "none",
  operation: "fs.upload",
  args: { ...sessionArgs, file: { kind: "path", summary: "Files on this machine", repeat: true } },
  filled: ["files"],
  flags: {
    dest: {
      kind: "string",
      required: true,
      summary: "Path in the session; a folder if it ends with / or there are several files (dest_path)",
      placeholder: "/PATH",
    },
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs upload shop photo.png --dest /home/user/photo.png", does: "Upload one file" },
    {
      line: "browsers fs upload shop a.csv b.csv --dest /home/user/data/",
      does: "Upload several files to a folder: all or none",
    },
  ],
  output: async () => (await import("./outputs.ts")).fsUploadOutput,
  run: () => import("./upload.run.ts"),
});
