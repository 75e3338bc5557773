import { command } from "../../../cli/declare/command.ts";
import { reconnectFlags } from "../../lib/follow/reconnect-flags.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsWatch = command({
  words: "auth connections watch",
  effects: "none",
  operation: "authConnections.events",
  summary: "Follow the login of an auth connection until it has ended",
  description:
    "Prints each state as it comes, beginning with the present one, or the end of the last login when none runs: a line of words at a terminal, of JSON elsewhere. Ctrl-C ends the command, not the login.",
  args: connectionArgs,
  flags: reconnectFlags,
  exits: {
    timeout: "--timeout is over; the login keeps running",
    "outcome-failed": "the login failed, expired or was canceled",
    "outcome-unknown": "the end of the login stays unknown",
  },
  examples: [
    { line: "auth connections watch a6u2t8h4c0o5n9n3e7c1t8i2", does: "Show what it does, and how to answer it" },
    {
      line: "auth connections watch a6u2t8h4c0o5n9n3e7c1t8i2 -o jsonl --timeout 10m",
      does: "Each state as it was sent, for at most 10 minutes",
    },
  ],
  output: async () => (await import("./lib/outputs.ts")).connectionsWatchOutput(),
  run: () => import("./watch.run.ts"),
});
