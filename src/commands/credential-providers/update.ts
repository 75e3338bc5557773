import { command } from "../../cli/declare/command.ts";
import { programRest, providerLines, tokenFlag } from "./lib/provider-words.ts";

export const credentialProvidersUpdate = command({
  words: "credential-providers update",
  effects: "none",
  operation: "credentialProviders.update",
  preview: "calls",
  description: "What is not named stays. Its list of items is read again.",
  idField: "id",
  columns: providerLines,
  fields: {
    name: { placeholder: "NAME" },
    token: false,
    command: false,
    priority: { placeholder: "N" },
    cache_ttl_seconds: { placeholder: "SECONDS" },
  },
  flags: tokenFlag,
  rest: programRest,
  examples: [
    { line: "credential-providers update p7r3o1v5i9d2e8r4c6r0e1d7 --no-enabled", does: "Keep logins from using it" },
    {
      line: "credential-providers update p7r3o1v5i9d2e8r4c6r0e1d7 --provider-token env:OP_TOKEN",
      does: "Replace the token",
    },
  ],
  run: () => import("./update.run.ts"),
});
