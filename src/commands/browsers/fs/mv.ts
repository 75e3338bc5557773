import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsMv = command({
  words: "browsers fs mv",
  effects: "none",
  operation: "fs.move",
  args: {
    ...sessionArgs,
    from: {
      kind: "remote-path",
      summary: "File or directory, absolute or below /home/user",
      field: ["body", "src_path"],
    },
    to: {
      kind: "remote-path",
      summary: "New path, absolute or below /home/user, which must not exist",
      field: ["body", "dest_path"],
    },
  },
  fields: { src_path: false, dest_path: false },
  done: "Moved {src_path} to {dest_path}.",
  examples: [
    { line: "browsers fs mv shop /tmp/out.csv /home/user/report.csv", does: "Move a file and rename it" },
    { line: "browsers fs mv shop /home/user/draft /home/user/final", does: "Rename a directory" },
  ],
});
