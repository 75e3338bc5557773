import { command } from "../../cli/command.ts";
import { key } from "./key-arg.ts";

export const configSet = command({
  words: "config set",
  effects: "settings",
  summary: "Store a value for every command",
  args: { key, value: { summary: "Its value" } },
  examples: [
    { line: "config set output json", does: "Print JSON by default" },
    { line: "config set timeout 2m", does: "Give every command two minutes" },
  ],
  output: async () => (await import("./outputs.ts")).configSetOutput,
  run: () => import("./set.run.ts"),
});
