import { command } from "../../cli/declare/command.ts";

export const contextUnbind = command({
  words: "context unbind",
  effects: "settings",
  summary: "Remove the context of a directory",
  args: { dir: { kind: "path", summary: "Directory; the current one when left out", required: false } },
  examples: [
    { line: "context unbind", does: "Undo context use --here" },
    { line: "context unbind ~/shop", does: "Undo it for another directory" },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextUnbindOutput,
  run: () => import("./unbind.run.ts"),
});
