import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const logsTail = command({
  words: "browsers logs tail",
  effects: "none",
  operation: "logs.stream",
  preview: "calls",
  description:
    "Prints each line until Ctrl-C (exit 130) or the end of the session (exit 0). A broken stream is not resumed, because it has no cursor.",
  args: sessionArgs,
  filled: ["source"],
  fields: {
    source: false,
    path: { placeholder: "FILE", summary: "File of the machine to follow, absolute" },
    supervisor_process: { name: "process", placeholder: "NAME", summary: "Program of the machine to follow" },
    follow: { summary: "Wait for new lines until the session ends" },
  },
  flags: { timestamps: { kind: "boolean", summary: "Print the time before each line" } },
  exits: { "outcome-unknown": "the log ended before the session; lines may be missing" },
  seeAlso: ["browsers fs read", "browsers telemetry tail"],
  examples: [
    { line: "browsers logs tail shop --path /var/log/chromium.log", does: "Follow a file of the machine" },
    { line: "browsers logs tail shop --process chromium --no-follow", does: "The output of a program so far" },
  ],
  inBatch: { endless: true },
  run: () => import("./tail.run.ts"),
});
