import { command } from "../../cli/declare/command.ts";
import { key } from "./lib/key-arg.ts";

export const configUnset = command({
  words: "config unset",
  effects: "settings",
  summary: "Remove a stored value",
  args: { key },
  examples: [
    { line: "config unset timeout", does: "Remove the time limit" },
    { line: "config unset output", does: "Print text again" },
  ],
  output: async () => (await import("../lib/outputs.ts")).configUnsetOutput,
  run: () => import("./unset.run.ts"),
});
