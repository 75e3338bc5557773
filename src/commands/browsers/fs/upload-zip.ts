import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsUploadZip = command({
  words: "browsers fs upload-zip",
  effects: "none",
  operation: "fs.uploadZip",
  description:
    "A directory is packed on this machine first. The archive is extracted to a staging directory and then moved into place, so a failure leaves the destination unchanged.",
  args: {
    ...sessionArgs,
    source: { word: "zip|dir", kind: "path", summary: "Zip archive or directory on this machine" },
  },
  filled: ["zip_file"],
  fields: {
    dest_path: {
      name: "dest",
      kind: "remote-path",
      summary: "Directory in the session, absolute or below /home/user (dest_path)",
    },
  },
  flags: {
    includeAll: { kind: "boolean", summary: "Include .git, node_modules and files left by editors" },
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs upload-zip shop site.zip --dest /home/user/site", does: "Upload and extract an archive" },
    { line: "browsers fs upload-zip shop ./site --dest /home/user/site", does: "Upload a directory" },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsUploadZipOutput,
  run: () => import("./upload-zip.run.ts"),
});
