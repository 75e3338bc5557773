import { command } from "../../../cli/declare/command.ts";
import { reconnectFlags } from "../../lib/follow/reconnect-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { categoryFlag } from "./lib/category-flag.ts";

export const telemetryTail = command({
  words: "browsers telemetry tail",
  effects: "none",
  operation: "telemetry.stream",
  description:
    "Prints one line per event (time in UTC, category, type, details) until Ctrl-C (exit 130) or the end of the session (exit 0). A broken stream is resumed after the last event. -o jsonl prints each event as it was sent.",
  args: sessionArgs,
  fields: { replay: false },
  flags: {
    replay: {
      kind: "boolean",
      summary: "Start with the oldest event that is kept",
      constant: "all",
      field: ["query", "replay"],
    },
    category: categoryFlag,
    ...reconnectFlags,
  },
  exits: { "outcome-unknown": "the stream ended early and could not be resumed" },
  seeAlso: ["browsers telemetry list", "browsers update"],
  examples: [
    { line: "browsers telemetry tail shop", does: "Print what happens from now on" },
    { line: "browsers telemetry tail shop --replay --category network -o jsonl", does: "All requests as JSON" },
  ],
  inBatch: { endless: true },
  output: async () => (await import("../../lib/follow/event-lines.ts")).followsEvents("telemetry.stream"),
  run: () => import("./tail.run.ts"),
});
