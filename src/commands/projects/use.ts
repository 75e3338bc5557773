import { command } from "../../cli/declare/command.ts";

export const projectsUse = command({
  words: "projects use",
  effects: "settings",
  operation: "projects.get",
  watch: false,
  summary: "Choose the project that commands of this context work in",
  description:
    "Asks the service for the project and stores its id in the context, so that the context keeps the project when it is renamed. --project and BROWSERCTL_PROJECT override it. To return to the default project, use its name.",
  seeAlso: ["context use", "help contexts"],
  examples: [
    { line: "projects use shop", does: "Work in this project from now on" },
    { line: "projects use default", does: "Return to the default project" },
  ],
  output: async () => (await import("../lib/outputs.ts")).projectsUseOutput,
  run: () => import("./use.run.ts"),
});
