import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsChmod = command({
  words: "browsers fs chmod",
  effects: "none",
  operation: "fs.setFilePermissions",
  args: {
    ...sessionArgs,
    mode: { summary: "Octal permissions, such as 755", field: ["body", "mode"] },
    path: { kind: "remote-path", summary: "File or directory, absolute or below /home/user", field: ["body", "path"] },
  },
  fields: { path: false, mode: false, owner: { placeholder: "USER" }, group: { placeholder: "GROUP" } },
  done: "Changed the permissions of {path} to {mode}.",
  examples: [
    { line: "browsers fs chmod shop 755 /home/user/run.sh", does: "Make a script executable" },
    { line: "browsers fs chmod shop 600 /home/user/key.pem --owner user --group user", does: "Keep a key to one user" },
  ],
});
