import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { forceFlag } from "./lib/out-flags.ts";

export const fsRead = command({
  words: "browsers fs read",
  effects: "none",
  aliases: ["browsers fs cat"],
  operation: "fs.readFile",
  args: {
    ...sessionArgs,
    path: { kind: "remote-path", summary: "File, absolute or below /home/user", field: ["query", "path"] },
  },
  fields: { path: false },
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write; stdout when omitted or -",
    },
    ...forceFlag,
    ...progressFlags,
  },
  examples: [
    { line: "browsers fs read shop /home/user/result.json | jq .", does: "Print a file" },
    { line: "browsers fs read shop /tmp/trace.zip --out trace.zip", does: "Save a file" },
  ],
  output: async () => (await import("../../lib/outputs.ts")).fsReadOutput,
  run: () => import("./read.run.ts"),
});
