import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";

export const fsRm = command({
  words: "browsers fs rm",
  requests: true,
  summary: "Delete files or folders of a session",
  description:
    "A folder is deleted only with -r, after a question; --yes answers it. A path that fails does not keep the others.",
  args: { ...sessionArgs, path: { summary: "What to delete, absolute", repeat: true } },
  flags: { recursive: { short: "r", kind: "boolean", summary: "Delete folders too, with all in them" } },
  examples: [
    { line: "browsers fs rm shop /tmp/a.csv /tmp/b.csv", does: "Delete two files" },
    { line: "browsers fs rm shop /home/user/in -r --yes", does: "Delete a folder and all in it, in a script" },
  ],
  run: () => import("./rm.run.ts"),
});
