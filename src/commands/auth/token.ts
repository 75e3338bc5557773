import { command } from "../../cli/declare/command.ts";
import { settingsVariables } from "../lib/settings-variables.ts";

export const authToken = command({
  words: "auth token",
  effects: "secrets",
  summary: "Print the token in use",
  description:
    "Prints the token that commands send, from the environment or the store of the context. Only into a pipe or a file; a terminal needs --reveal.",
  variables: settingsVariables,
  flags: { reveal: { kind: "boolean", summary: "Print it at a terminal too" } },
  examples: [
    { line: "auth token | docker login -u token --password-stdin registry.example.com", does: "Pass it to a program" },
    { line: "auth token --context ci --reveal", does: "Show the token of another context" },
  ],
  output: async () => (await import("../lib/outputs.ts")).authTokenOutput,
  run: () => import("./token.run.ts"),
});
