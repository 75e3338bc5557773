import { command } from "../../../cli/declare/command.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsExplain = command({
  words: "auth connections explain",
  effects: "none",
  operation: "authConnections.get",
  summary: "Explain the state of an auth connection, and what to do next",
  description:
    "Explains status, can_reauth and the reason for it in sentences, the login that runs or has failed, where values may be entered, and how to answer or repair it. With -o json the sentences are lists, beside the values they explain.",
  args: connectionArgs,
  examples: [
    {
      line: "auth connections explain a6u2t8h4c0o5n9n3e7c1t8i2",
      does: "Show why it is not logged in, and the command for it",
    },
    { line: "auth connections explain a6u2t8h4c0o5n9n3e7c1t8i2 -o json", does: "The same as JSON, for a program" },
  ],
  output: async () => (await import("./lib/outputs.ts")).connectionsExplainOutput,
  run: () => import("./explain.run.ts"),
});
