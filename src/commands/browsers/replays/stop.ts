import { command } from "../../../cli/declare/command.ts";
import { replayArgs } from "./lib/replay-words.ts";

export const replaysStop = command({
  words: "browsers replays stop",
  effects: "none",
  operation: "replays.stop",
  args: replayArgs,
  done: "Stopped recording {replay_id}.",
  seeAlso: ["browsers replays download"],
  examples: [
    { line: "browsers replays stop shop r6e1p4l8a2y0v9i3d7e5o1n4", does: "Stop it" },
    {
      line: "browsers replays stop shop r6e1p4l8a2y0v9i3d7e5o1n4 --dry-run",
      does: "Show the request without sending it",
    },
  ],
});
