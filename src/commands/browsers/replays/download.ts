import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { replayArgs } from "./lib/replay-words.ts";

export const replaysDownload = command({
  words: "browsers replays download",
  effects: "none",
  reads: false,
  operation: "replays.download",
  description: "Exit 4 while there is no video yet, because the recording still runs or is being encoded.",
  args: replayArgs,
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write; the id and .mp4 in this directory by default; - is stdout",
    },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
    ...progressFlags,
  },
  examples: [
    {
      line: "browsers replays download shop r6e1p4l8a2y0v9i3d7e5o1n4 --out checkout.mp4",
      does: "Save a recording as a video",
    },
    {
      line: "browsers replays download shop r6e1p4l8a2y0v9i3d7e5o1n4 --force",
      does: "Save it under its id, over an older copy",
    },
  ],
  run: () => import("./download.run.ts"),
});
