import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { replayColumns } from "./lib/replay-words.ts";

export const replaysList = command({
  words: "browsers replays list",
  effects: "none",
  operation: "replays.list",
  args: sessionArgs,
  idField: "replay_id",
  columns: replayColumns,
  examples: [
    { line: "browsers replays list shop", does: "List the recordings of a session" },
    { line: "browsers replays list shop -q", does: "Their ids alone" },
  ],
});
