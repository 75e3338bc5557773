import { command } from "../../cli/declare/command.ts";
import { name } from "./lib/context-args.ts";

export const contextAdd = command({
  words: "context add",
  effects: "settings",
  summary: "Add a context without a token",
  newContext: true,
  args: { name },
  examples: [
    {
      line: "context add staging --base-url https://staging.example.com --project web",
      does: "Name a service and a project",
    },
    {
      line: "context add shop --base-url https://browsers.example.com",
      does: "A hosted service; login stores its token",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextAddOutput,
  run: () => import("./add.run.ts"),
});
