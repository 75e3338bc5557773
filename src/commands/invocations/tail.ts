import { command } from "../../cli/command.ts";
import { IDLE_TIMEOUT_MS, MAX_RECONNECTS } from "../../client/follow/limits.ts";

export const invocationsTail = command({
  words: "invocations tail",
  aliases: ["invocations logs"],
  operation: "invocations.events",
  summary: "Follow the log of an invocation until it has ended",
  description:
    "At a terminal it is a live view, unless it has ended or a flag is about lines; who leaves the view before the end gets exit 9. Otherwise the log goes to stdout, a line for each message; states, reconnections and gaps go to stderr. A stream that breaks off is taken up again where it was: no line is lost or repeated, and where that cannot be known a gap is said. Exit 0 when the invocation succeeded, 8 when it failed, 9 when the stream ended and its state stays unknown. Ctrl-C ends the command, not the invocation. With -o jsonl each line is an event as it was sent.",
  fields: { since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" } },
  flags: {
    noFollow: { kind: "boolean", summary: "Print what is there and stop; exit 0 while it runs" },
    filter: {
      kind: "string",
      placeholder: "TEXT|/REGEX/",
      summary: "Only messages with this in them, whatever its case",
    },
    timestamps: { kind: "boolean", summary: "The time before each message" },
    raw: { kind: "boolean", summary: "Messages exactly as written, at a terminal too, and no notices" },
    plain: { kind: "boolean", summary: "Lines at a terminal too, instead of the live view" },
    checkpoint: {
      kind: "string",
      placeholder: "FILE",
      summary: "Keep in this file how far it is; the next run goes on from there",
    },
    maxReconnects: {
      kind: "integer",
      placeholder: "N",
      summary: "Reconnections in a row that bring nothing new",
      default: String(MAX_RECONNECTS),
    },
    idleTimeout: {
      kind: "duration",
      placeholder: "TIME",
      summary: "Silence after which a connection is dead",
      default: `${IDLE_TIMEOUT_MS / 1_000}s`,
    },
  },
  examples: [
    { line: "invocations tail i7f2", does: "Follow it, in a live view at a terminal" },
    {
      line: "invocations tail i7f2 --since 5m --filter error",
      does: "Errors of the last five minutes and from now on",
    },
    { line: "invocations tail i7f2 --checkpoint i7f2.json >> i7f2.log", does: "Go on where the last run stopped" },
    { line: "invocations tail i7f2 -o jsonl --no-follow", does: "The events so far, for a program" },
  ],
  run: () => import("./tail.run.ts"),
});
