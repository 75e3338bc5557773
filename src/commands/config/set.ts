import { command } from "../../cli/declare/command.ts";
import { key } from "./lib/key-arg.ts";

export const configSet = command({
  words: "config set",
  effects: "settings",
  summary: "Store a value for every command",
  args: { key, value: { summary: "Its value" } },
  examples: [
    { line: "config set output json", does: "Print JSON by default" },
    { line: "config set timeout 2m", does: "Give every command two minutes" },
  ],
  output: async () => (await import("../lib/outputs.ts")).configSetOutput,
  run: () => import("./set.run.ts"),
});
