import { command } from "../../cli/declare/command.ts";

export const configList = command({
  words: "config list",
  effects: "none",
  summary: "List the stored values",
  examples: [
    { line: "config list", does: "Show what is stored" },
    { line: "config list -o yaml", does: "The same as YAML" },
  ],
  output: async () => (await import("../lib/outputs.ts")).configListOutput,
  run: () => import("./list.run.ts"),
});
