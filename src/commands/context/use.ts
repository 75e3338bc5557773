import { command } from "../../cli/command.ts";

export const contextUse = command({
  words: "context use",
  summary: "Choose the context that commands use",
  args: { name: { required: false, summary: "Name of the context; asked for at a terminal when left out" } },
  flags: { here: { kind: "boolean", summary: "Only in this directory and below it" } },
  examples: [
    { line: "context use local", does: "Use the service on this machine" },
    { line: "context use staging --here", does: "Use another one in this directory" },
  ],
  run: () => import("./use.run.ts"),
});
