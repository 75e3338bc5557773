import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const fsRm = command({
  words: "browsers fs rm",
  effects: "none",
  requests: true,
  calls: ["fs.fileInfo", "fs.deleteFile", "fs.deleteDirectory"],
  summary: "Delete files or directories of a session",
  description:
    "A directory is deleted only with -r, after confirmation; --yes confirms. One failing path does not stop the others.",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "Files or directories, absolute or below /home/user", repeat: true },
  },
  flags: { recursive: { short: "r", kind: "boolean", summary: "Delete directories too, with everything in them" } },
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "browsers fs rm shop /tmp/a.csv /tmp/b.csv", does: "Delete two files" },
    {
      line: "browsers fs rm shop /home/user/in -r --yes",
      does: "Delete a directory and everything in it, in a script",
    },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsRmOutput,
  run: () => import("./rm.run.ts"),
});
