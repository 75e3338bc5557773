import { command } from "../../cli/declare/command.ts";
import { providerLines } from "./lib/provider-words.ts";

export const credentialProvidersGet = command({
  words: "credential-providers get",
  effects: "none",
  operation: "credentialProviders.get",
  idField: "id",
  columns: providerLines,
  examples: [
    { line: "credential-providers get p7r3o1v5i9d2e8r4c6r0e1d7", does: "Show it, without its token" },
    {
      line: "credential-providers get p7r3o1v5i9d2e8r4c6r0e1d7 --query enabled",
      does: "Print true while logins may use it",
    },
  ],
});
