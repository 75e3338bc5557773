import { command } from "../../cli/declare/command.ts";
import { columns } from "./lib/context-args.ts";

export const contextList = command({
  words: "context list",
  effects: "none",
  summary: "List the contexts",
  description:
    "At a terminal, projects are shown by their names. A service is asked for a name, for at most 1 s, where the token is in the settings file or the service is on this machine; elsewhere, and without an answer, the id is shown.",
  columns,
  examples: [
    { line: "context list", does: "Show every context; tokens are never shown" },
    { line: "context list --query '[].name'", does: "The names alone" },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextListOutput,
  run: () => import("./list.run.ts"),
});
