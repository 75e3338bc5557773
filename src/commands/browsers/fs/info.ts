import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsInfo = command({
  words: "browsers fs info",
  effects: "none",
  operation: "fs.fileInfo",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "File or directory, absolute or below /home/user", field: ["query", "path"] },
  },
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
