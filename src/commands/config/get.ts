import { command } from "../../cli/declare/command.ts";
import { key } from "./lib/key-arg.ts";

export const configGet = command({
  words: "config get",
  effects: "none",
  summary: "Show one stored value",
  args: { key },
  exits: { "not-found": "no value is stored" },
  examples: [
    { line: "config get output", does: "Show the stored form of results" },
    { line: "config get timeout -o json", does: "The stored time limit as JSON" },
  ],
  output: async () => (await import("../lib/outputs.ts")).configGetOutput,
  run: () => import("./get.run.ts"),
});
