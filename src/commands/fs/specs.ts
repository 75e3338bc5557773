import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const fsList = command({
  words: "browsers fs list",
  aliases: ["browsers fs ls"],
  operation: "fs.listFiles",
  args: { ...sessionArgs, path: { summary: "Absolute path of the folder", field: ["query", "path"] } },
  fields: { path: false },
  columns: [
    { path: "mode" },
    { path: "size_bytes", title: "size", as: "bytes" },
    { path: "mod_time", title: "changed", as: "age" },
    { path: "name" },
  ],
  examples: [
    { line: "browsers fs list shop /home/user", does: "List a folder" },
    { line: "browsers fs list shop /tmp --query '[?is_dir].path'", does: "List only the folders in it" },
  ],
});

export const fsInfo = command({
  words: "browsers fs info",
  operation: "fs.fileInfo",
  args: { ...sessionArgs, path: { summary: "File or folder, absolute", field: ["query", "path"] } },
  fields: { path: false },
  columns: [
    { path: "size_bytes", as: "bytes" },
    { path: "mod_time", as: "age" },
  ],
  examples: [
    { line: "browsers fs info shop /home/user/report.pdf", does: "Show size, time and permissions of a file" },
    { line: "browsers fs info shop /tmp/done -q", does: "Exit 4 if it does not exist" },
  ],
});

export const fsMkdir = command({
  words: "browsers fs mkdir",
  operation: "fs.createDirectory",
  args: { ...sessionArgs, path: { summary: "Absolute path of the new folder", field: ["body", "path"] } },
  fields: { path: false, mode: { placeholder: "MODE" } },
  done: "Created {path}.",
  examples: [
    { line: "browsers fs mkdir shop /home/user/in/pdf", does: "Create a folder and its parents" },
    { line: "browsers fs mkdir shop /home/user/keys --mode 700", does: "Create a folder that only its owner can read" },
  ],
});

export const fsMv = command({
  words: "browsers fs mv",
  operation: "fs.move",
  args: {
    ...sessionArgs,
    from: { summary: "Absolute path of the file or folder", field: ["body", "src_path"] },
    to: { summary: "New absolute path, which must not exist", field: ["body", "dest_path"] },
  },
  fields: { src_path: false, dest_path: false },
  done: "Moved {src_path} to {dest_path}.",
  examples: [{ line: "browsers fs mv shop /tmp/out.csv /home/user/report.csv", does: "Move a file and rename it" }],
});

export const fsChmod = command({
  words: "browsers fs chmod",
  operation: "fs.setFilePermissions",
  args: {
    ...sessionArgs,
    mode: { summary: "Octal permissions, such as 755", field: ["body", "mode"] },
    path: { summary: "File or folder, absolute", field: ["body", "path"] },
  },
  fields: { path: false, mode: false, owner: { placeholder: "USER" }, group: { placeholder: "GROUP" } },
  done: "Changed the permissions of {path} to {mode}.",
  examples: [{ line: "browsers fs chmod shop 755 /home/user/run.sh", does: "Make a script executable" }],
});
