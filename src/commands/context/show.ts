import { command } from "../../cli/declare/command.ts";
import { settingsVariables } from "../lib/settings-variables.ts";
import { columns } from "./lib/context-args.ts";

export const contextShow = command({
  words: "context show",
  effects: "none",
  summary: "Show one context",
  columns,
  variables: settingsVariables,
  args: { name: { required: false, summary: "Name of the context; the one in use when left out" } },
  examples: [
    { line: "context show", does: "Show the context in use" },
    {
      line: "context show staging -o env --show-token",
      does: "Print it as variables for other clients, with its token",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextShowOutput,
  run: () => import("./show.run.ts"),
});
