import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const fsList = command({
  words: "browsers fs list",
  effects: "none",
  aliases: ["browsers fs ls"],
  operation: "fs.listFiles",
  args: { ...sessionArgs, path: { summary: "Absolute path of the folder", field: ["query", "path"] } },
  fields: { path: false },
  columns: [
    { path: "mode" },
    { path: "size_bytes", title: "size", as: "bytes" },
    { path: "mod_time", title: "changed", as: "age" },
    { path: "name", keep: true },
  ],
  examples: [
    { line: "browsers fs list shop /home/user", does: "List a folder" },
    { line: "browsers fs list shop /tmp --query '[?is_dir].path'", does: "List only the folders in it" },
  ],
});
