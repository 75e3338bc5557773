import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";
import { WATCH_GRACE_MS } from "./grace.ts";

export const fsWatch = command({
  words: "browsers fs watch",
  operation: "fs.watch",
  summary: "Print the changes in a folder of a session as they happen",
  description:
    "One line for each change until Ctrl-C (exit 130) or the end of the session (exit 0): CREATE, WRITE, DELETE or RENAME, and the path. RENAME names the old path of what was moved; a CREATE with the new one follows. With -o jsonl each line is the event as it was sent.",
  args: { ...sessionArgs, path: { summary: "Folder, absolute", field: ["body", "path"] } },
  fields: { path: false, recursive: { short: "r" } },
  examples: [
    { line: "browsers fs watch shop /home/user/out", does: "See what a program of the session writes" },
    { line: "browsers fs watch shop /home/user -r -o jsonl", does: "Every change below a folder, for a program" },
  ],
  // A start that is cut off would leave a watch behind.
  outlivesMs: WATCH_GRACE_MS,
  run: () => import("./watch.run.ts"),
});
