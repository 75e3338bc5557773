import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsList = command({
  words: "browsers fs list",
  effects: "none",
  aliases: ["browsers fs ls"],
  operation: "fs.listFiles",
  args: {
    ...sessionArgs,
    path: {
      required: false,
      default: ".",
      kind: "remote-path",
      summary: "Directory, absolute or below /home/user; the home when omitted",
      field: ["query", "path"],
    },
  },
  fields: { path: false },
  columns: [
    { path: "mode" },
    { path: "size_bytes", title: "size", as: "bytes" },
    { path: "mod_time", title: "changed", as: "age" },
    { path: "name", keep: true },
  ],
  examples: [
    { line: "browsers fs list shop", does: "List the home of the session, /home/user" },
    { line: "browsers fs list shop Downloads", does: "List a directory in it" },
    { line: "browsers fs list shop /tmp --query '[?is_dir].path'", does: "List only the directories in it" },
  ],
});
