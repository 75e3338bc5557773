import { progressFlag } from "../../cli/byte-progress.ts";
import { type ArgSpec, command, type FlagSpec } from "../../cli/spec.ts";

const id: ArgSpec = { name: "id", summary: "Session id or name", required: true };
const remote = (what: string): ArgSpec => ({
  name: "path",
  summary: `${what} in the session, absolute`,
  required: true,
  field: ["query", "path"],
});
const out = (summary: string): FlagSpec => ({ name: "out", kind: "string", summary, placeholder: "FILE" });
const force: FlagSpec = { name: "force", kind: "boolean", summary: "Replace a file that exists" };

export const fsRead = command({
  words: "browsers fs read",
  operation: "fs.readFile",
  args: [id, remote("File")],
  fields: { path: false },
  flags: [out("Save it to a file; - is stdout, as without this flag"), force, progressFlag],
  examples: [
    { line: "browsers fs read shop /home/user/result.json | jq .", does: "Print a file" },
    { line: "browsers fs read shop /tmp/trace.zip --out trace.zip", does: "Save it" },
  ],
  run: () => import("./read.run.ts"),
});

export const fsWrite = command({
  words: "browsers fs write",
  operation: "fs.writeFile",
  args: [
    id,
    remote("File"),
    { name: "content", summary: "Text, -, @file or env:NAME; stdin when left out", required: false },
  ],
  fields: { path: false, mode: { placeholder: "MODE" } },
  flags: [progressFlag],
  examples: [
    { line: "browsers fs write shop /home/user/hello.txt 'hello'", does: "Write a word" },
    { line: "browsers fs write shop /home/user/run.sh @run.sh --mode 755", does: "Write a script that can be run" },
    { line: "browsers fs write shop /home/user/data.csv < data.csv", does: "Write what a pipe or a file brings" },
  ],
  run: () => import("./write.run.ts"),
});

export const fsUpload = command({
  words: "browsers fs upload",
  operation: "fs.upload",
  args: [id, { name: "file", kind: "path", summary: "Files of this machine", required: true, repeat: true }],
  filled: ["files"],
  flags: [
    {
      name: "dest",
      kind: "string",
      required: true,
      summary: "Path in the session; a folder when it ends with / or there are several files (dest_path)",
      placeholder: "/PATH",
    },
    progressFlag,
  ],
  examples: [
    { line: "browsers fs upload shop photo.png --dest /home/user/photo.png", does: "One file under a path" },
    { line: "browsers fs upload shop a.csv b.csv --dest /home/user/data/", does: "Several into a folder: all or none" },
  ],
  run: () => import("./upload.run.ts"),
});

export const fsUploadZip = command({
  words: "browsers fs upload-zip",
  operation: "fs.uploadZip",
  description:
    "A folder is packed here first. The archive is extracted aside and then put in place; after a failure the destination is as it was.",
  args: [id, { name: "zip|dir", kind: "path", summary: "Zip archive or directory of this machine", required: true }],
  filled: ["zip_file"],
  fields: { dest_path: { name: "dest", placeholder: "/PATH", summary: "Folder in the session (dest_path)" } },
  flags: [
    {
      name: "include-all",
      kind: "boolean",
      summary: "Pack .git, node_modules and what editors leave behind too",
    },
    progressFlag,
  ],
  examples: [
    { line: "browsers fs upload-zip shop site.zip --dest /home/user/site", does: "Extract an archive" },
    { line: "browsers fs upload-zip shop ./site --dest /home/user/site", does: "Send a folder" },
  ],
  run: () => import("./upload-zip.run.ts"),
});

export const fsDownload = command({
  words: "browsers fs download",
  operation: "fs.readFile",
  summary: "Download a file of a session",
  args: [id, remote("File")],
  fields: { path: false },
  flags: [out("Where it goes; its own name in this folder when left out; - is stdout"), force, progressFlag],
  examples: [{ line: "browsers fs download shop /home/user/report.pdf", does: "Save it as report.pdf" }],
  run: () => import("./download.run.ts"),
});

export const fsDownloadDir = command({
  words: "browsers fs download-dir",
  operation: "fs.downloadDirZip",
  args: [id, remote("Folder")],
  fields: { path: false },
  flags: [
    out("Zip file to save; - is stdout"),
    { name: "extract", kind: "string", summary: "Unpack it into this new folder instead", placeholder: "DIR" },
    force,
    progressFlag,
  ],
  examples: [
    { line: "browsers fs download-dir shop /home/user/site --out site.zip", does: "Save a folder as an archive" },
    { line: "browsers fs download-dir shop /home/user/site --extract site", does: "Have it as a folder" },
  ],
  run: () => import("./download-dir.run.ts"),
});
