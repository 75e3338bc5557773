import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { forceFlag } from "./lib/out-flags.ts";

export const fsCp = command({
  words: "browsers fs cp",
  effects: "none",
  requests: true,
  preview: "calls",
  summary: "Copy a file or a directory to a session, or from one",
  description:
    "One of the two is in a session: its id or name, a colon, and a path, absolute or below /home/user. What is copied into an existing directory keeps its name. A file on this machine with a colon in its name needs ./ before it.",
  args: {
    source: { kind: "path", session: "prefix", summary: "File or directory: PATH, or SESSION:PATH" },
    target: { kind: "path", session: "prefix", summary: "Copy: PATH, or SESSION:PATH" },
  },
  flags: { ...forceFlag, ...progressFlags },
  seeAlso: ["browsers fs upload", "browsers fs download"],
  examples: [
    { line: "browsers fs cp photo.png shop:photos/", does: "Copy a file to /home/user/photos" },
    { line: "browsers fs cp shop:/home/user/report.pdf may.pdf", does: "Copy a file from the session" },
    { line: "browsers fs cp ./site shop:site", does: "Copy a directory to /home/user/site" },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsCpOutput,
  run: () => import("./cp.run.ts"),
});
