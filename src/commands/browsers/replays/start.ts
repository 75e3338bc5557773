import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { replayColumns } from "./lib/replay-words.ts";

export const replaysStart = command({
  words: "browsers replays start",
  effects: "none",
  operation: "replays.start",
  description: "The recording runs until browsers replays stop, --max-duration, or the end of the session.",
  args: sessionArgs,
  fields: {
    framerate: { placeholder: "NUMBER" },
    max_duration_in_seconds: { name: "max-duration", kind: "duration" },
    record_audio: { name: "audio" },
  },
  idField: "replay_id",
  columns: replayColumns,
  seeAlso: ["browsers replays stop", "browsers replays download"],
  examples: [
    { line: "browsers replays start shop", does: "Record the session from now on" },
    { line: "browsers replays start shop --max-duration 10m --audio", does: "At most ten minutes, with sound" },
  ],
});
