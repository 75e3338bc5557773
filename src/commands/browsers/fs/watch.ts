import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

/** Milliseconds that starting and stopping a watch may take after an interruption. */
export const WATCH_GRACE_MS = 5_000;

export const fsWatch = command({
  words: "browsers fs watch",
  effects: "none",
  operation: "fs.watch",
  summary: "Print the changes in a directory of a session as they happen",
  description:
    "Prints one line per change (CREATE, WRITE, DELETE or RENAME, and the path) until Ctrl-C (exit 130) or the end of the session (exit 0). RENAME has the old path; a CREATE with the new path follows. With -o jsonl each line is the event as the service sent it.",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "Directory, absolute or below /home/user", field: ["body", "path"] },
  },
  fields: { path: false, recursive: { short: "r" } },
  exits: { "outcome-unknown": "the stream ended early; some changes may be missing" },
  examples: [
    { line: "browsers fs watch shop /home/user/out", does: "Watch the files that a program writes" },
    { line: "browsers fs watch shop /home/user -r -o jsonl", does: "Print every change below a directory as JSON" },
  ],
  inBatch: { endless: true },
  // An interrupted start would leave a watch behind.
  outlivesMs: WATCH_GRACE_MS,
  output: "fs.watchEvents",
  run: () => import("./watch.run.ts"),
});
