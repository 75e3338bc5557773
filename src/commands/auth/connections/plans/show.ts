import { command } from "../../../../cli/declare/command.ts";
import { connectionArgs } from "../lib/connection-args.ts";

export const authConnectionsPlansShow = command({
  words: "auth connections plans show",
  effects: "none",
  summary: "Show the steps of a login that a person has shown",
  operation: "local.loginPlans",
  description: "A step names the control, its page and the value that is entered, never the value itself.",
  args: { ...connectionArgs, plan: { required: false, summary: "Plan id; the newest when left out" } },
  examples: [
    { line: "auth connections plans show a6u2t8h4c0o5n9n3e7c1t8i2", does: "Show the newest plan" },
    { line: "auth connections plans show a6u2t8h4c0o5n9n3e7c1t8i2 -o json", does: "The same as JSON, for a program" },
  ],
  output: async () => (await import("../lib/outputs.ts")).connectionsPlansShowOutput(),
  run: () => import("./show.run.ts"),
});
