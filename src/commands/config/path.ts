import { command } from "../../cli/declare/command.ts";
import { settingsVariables } from "../lib/settings-variables.ts";

export const configPath = command({
  words: "config path",
  effects: "none",
  summary: "Show where settings and state are kept",
  variables: settingsVariables,
  examples: [
    { line: "config path --query file", does: "The settings file alone" },
    { line: "config path -o json", does: "Every path, as JSON" },
  ],
  output: async () => (await import("../lib/outputs.ts")).configPathOutput,
  run: () => import("./path.run.ts"),
});
