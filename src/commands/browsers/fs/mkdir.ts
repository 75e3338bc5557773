import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsMkdir = command({
  words: "browsers fs mkdir",
  effects: "none",
  operation: "fs.createDirectory",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "New directory, absolute or below /home/user", field: ["body", "path"] },
  },
  fields: { path: false, mode: { placeholder: "MODE" } },
  done: "Created {path}.",
  examples: [
    { line: "browsers fs mkdir shop /home/user/in/pdf", does: "Create a directory and its parents" },
    {
      line: "browsers fs mkdir shop /home/user/keys --mode 700",
      does: "Create a directory that only its owner can read",
    },
  ],
});
