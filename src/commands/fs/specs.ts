import { type ArgSpec, command } from "../../cli/spec.ts";

const id: ArgSpec = { name: "id", summary: "Session id or name", required: true };
/** The path that an operation takes, as an argument instead of a flag. */
const path = (summary: string, part: "query" | "body", field = "path", name = "path"): ArgSpec => ({
  name,
  summary: `${summary}, absolute`,
  required: true,
  field: [part, field],
});

export const fsList = command({
  words: "browsers fs list",
  aliases: ["browsers fs ls"],
  operation: "fs.listFiles",
  args: [id, path("Folder", "query")],
  fields: { path: false },
  columns: [
    { path: "mode" },
    { path: "size_bytes", title: "size", as: "bytes" },
    { path: "mod_time", title: "changed", as: "age" },
    { path: "name" },
  ],
  examples: [
    { line: "browsers fs list shop /home/user", does: "What is in a session's folder" },
    { line: "browsers fs list shop /tmp --query '[?is_dir].path'", does: "Only the folders in it" },
  ],
});

export const fsInfo = command({
  words: "browsers fs info",
  operation: "fs.fileInfo",
  args: [id, path("File or folder", "query")],
  fields: { path: false },
  columns: [
    { path: "size_bytes", as: "bytes" },
    { path: "mod_time", as: "age" },
  ],
  examples: [
    { line: "browsers fs info shop /home/user/report.pdf", does: "Size, time and permissions of a file" },
    { line: "browsers fs info shop /tmp/done -q", does: "Exit 4 when it is not there" },
  ],
});

export const fsMkdir = command({
  words: "browsers fs mkdir",
  operation: "fs.createDirectory",
  args: [id, path("Folder to make", "body")],
  fields: { path: false, mode: { placeholder: "MODE" } },
  done: "Made {path}.",
  examples: [
    { line: "browsers fs mkdir shop /home/user/in/pdf", does: "Make a folder and those above it" },
    { line: "browsers fs mkdir shop /home/user/keys --mode 700", does: "Make one that only its owner reads" },
  ],
});

export const fsRm = command({
  words: "browsers fs rm",
  requests: true,
  summary: "Delete files or folders of a session",
  description:
    "A folder is deleted only with -r, after a question; --yes answers it. A path that fails does not keep the others.",
  args: [id, { name: "path", summary: "What to delete, absolute", required: true, repeat: true }],
  flags: [{ name: "recursive", short: "r", kind: "boolean", summary: "Delete folders too, with all in them" }],
  examples: [
    { line: "browsers fs rm shop /tmp/a.csv /tmp/b.csv", does: "Delete two files" },
    { line: "browsers fs rm shop /home/user/in -r --yes", does: "Delete a folder and all in it, in a script" },
  ],
  run: () => import("./delete-paths.run.ts"),
});

export const fsMv = command({
  words: "browsers fs mv",
  operation: "fs.move",
  args: [
    id,
    path("What to move", "body", "src_path", "from"),
    path("Its new path, where nothing is yet", "body", "dest_path", "to"),
  ],
  fields: { src_path: false, dest_path: false },
  done: "Moved {src_path} to {dest_path}.",
  examples: [{ line: "browsers fs mv shop /tmp/out.csv /home/user/report.csv", does: "Move a file and rename it" }],
});

export const fsChmod = command({
  words: "browsers fs chmod",
  operation: "fs.setFilePermissions",
  args: [
    id,
    { name: "mode", summary: "Octal, such as 755", required: true, field: ["body", "mode"] },
    path("File or folder", "body"),
  ],
  fields: { path: false, mode: false, owner: { placeholder: "USER" }, group: { placeholder: "GROUP" } },
  done: "Changed the permissions of {path} to {mode}.",
  examples: [{ line: "browsers fs chmod shop 755 /home/user/run.sh", does: "Let a script be run" }],
});

export const fsWatch = command({
  words: "browsers fs watch",
  operation: "fs.watch",
  summary: "Print the changes in a folder of a session as they happen",
  description:
    "One line for each change until Ctrl-C (exit 130) or the end of the session (exit 0): CREATE, WRITE, DELETE or RENAME, and the path. RENAME names the old path of what was moved; a CREATE with the new one follows. With -o jsonl each line is the event as it was sent.",
  args: [id, path("Folder", "body")],
  fields: { path: false, recursive: { short: "r" } },
  examples: [
    { line: "browsers fs watch shop /home/user/out", does: "See what a program of the session writes" },
    { line: "browsers fs watch shop /home/user -r -o jsonl", does: "Every change below a folder, for a program" },
  ],
  run: () => import("./watch-folder.run.ts"),
});
