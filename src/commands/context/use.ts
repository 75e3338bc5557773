import { command } from "../../cli/declare/command.ts";

export const contextUse = command({
  words: "context use",
  effects: "settings",
  summary: "Choose the context that commands use",
  description:
    "Without a flag it becomes the current context. --here binds it to this directory in your own settings. --shared writes it to .browserctl.json in this directory, with --project its project too; the file holds no token and no address, so it can be committed.",
  args: { name: { required: false, summary: "Name of the context; asked for at a terminal when left out" } },
  flags: {
    here: { kind: "boolean", summary: "Only in this directory and below it" },
    shared: { kind: "boolean", summary: "Write .browserctl.json here, for everyone who works in this directory" },
  },
  exits: { declined: "no context was chosen" },
  seeAlso: ["context list"],
  examples: [
    { line: "context use local", does: "Use the service on this machine" },
    { line: "context use staging --here", does: "Use another one in this directory" },
    {
      line: "context use prod --project web --shared",
      does: "Choose context and project for everyone who works in this directory",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextUseOutput,
  run: () => import("./use.run.ts"),
});
