import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const fsUploadZip = command({
  words: "browsers fs upload-zip",
  operation: "fs.uploadZip",
  description:
    "A folder is packed here first. The archive is extracted aside and then put in place; after a failure the destination is as it was.",
  args: {
    ...sessionArgs,
    source: { word: "zip|dir", kind: "path", summary: "Zip archive or directory of this machine" },
  },
  filled: ["zip_file"],
  fields: { dest_path: { name: "dest", placeholder: "/PATH", summary: "Folder in the session (dest_path)" } },
  flags: {
    includeAll: { kind: "boolean", summary: "Pack .git, node_modules and what editors leave behind too" },
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs upload-zip shop site.zip --dest /home/user/site", does: "Extract an archive" },
    { line: "browsers fs upload-zip shop ./site --dest /home/user/site", does: "Send a folder" },
  ],
  run: () => import("./upload-zip.run.ts"),
});
