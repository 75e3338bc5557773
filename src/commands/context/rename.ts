import { command } from "../../cli/declare/command.ts";
import { name } from "./lib/context-args.ts";

export const contextRename = command({
  words: "context rename",
  effects: "settings",
  summary: "Rename a context",
  args: { name, newName: { word: "new-name", summary: "Its new name" } },
  examples: [
    { line: "context rename staging test", does: "Rename a context" },
    { line: "context rename shop shop-production", does: "Rename it; bound directories follow" },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextRenameOutput,
  run: () => import("./rename.run.ts"),
});
