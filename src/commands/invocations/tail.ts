import { command } from "../../cli/declare/command.ts";
import { reconnectFlags } from "../lib/follow/reconnect-flags.ts";

export const invocationsTail = command({
  words: "invocations tail",
  effects: "none",
  aliases: ["invocations logs"],
  operation: "invocations.events",
  summary: "Follow the log of an invocation until it has ended",
  description:
    "Shows a live view at a terminal, unless the invocation has ended or a flag is about lines. Otherwise each message is a line on stdout, states and gaps go to stderr, and a broken stream resumes without losing or repeating a line; where that cannot be known, a gap is reported. Ctrl-C ends the command, not the invocation.",
  fields: { since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" } },
  flags: {
    noFollow: { kind: "boolean", summary: "Print the log so far and stop; exit 0 while it runs" },
    filter: {
      kind: "string",
      placeholder: "TEXT|/REGEX/",
      summary: "Only messages with this in them, case-insensitive",
    },
    timestamps: { kind: "boolean", summary: "Print the time before each message" },
    raw: { kind: "boolean", summary: "Messages exactly as written, also at a terminal, and no notices" },
    plain: { kind: "boolean", summary: "Lines also at a terminal, instead of the live view" },
    checkpoint: {
      kind: "string",
      placeholder: "FILE",
      summary: "Save the position in this file; the next run resumes from it",
    },
    ...reconnectFlags,
  },
  exits: {
    "outcome-failed": "the invocation failed",
    "outcome-unknown": "its state stays unknown, or the live view was left",
  },
  seeAlso: ["invocations wait"],
  examples: [
    { line: "invocations tail i7f2", does: "Follow it, in a live view at a terminal" },
    {
      line: "invocations tail i7f2 --since 5m --filter error",
      does: "Errors since five minutes ago",
    },
    { line: "invocations tail i7f2 --checkpoint i7f2.json >> i7f2.log", does: "Resume where the last run stopped" },
    { line: "invocations tail i7f2 -o jsonl --no-follow", does: "The events so far, each as it was sent" },
  ],
  output: async () => (await import("../lib/follow/event-lines.ts")).followsEvents("invocations.events"),
  run: () => import("./tail.run.ts"),
});
