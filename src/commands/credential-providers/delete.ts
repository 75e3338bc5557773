import { command } from "../../cli/declare/command.ts";

export const credentialProvidersDelete = command({
  words: "credential-providers delete",
  effects: "none",
  operation: "credentialProviders.delete",
  description: "Auth connections that use it have no credential then. Nothing changes at the provider.",
  question: { about: "credentialProviders.get", text: "Delete credential provider {thing}?" },
  done: "Deleted credential provider {id}.",
  examples: [
    { line: "credential-providers delete p7r3o1v5i9d2e8r4c6r0e1d7", does: "Delete it, after confirmation" },
    { line: "credential-providers delete p7r3o1v5i9d2e8r4c6r0e1d7 --yes", does: "Delete it in a script" },
  ],
});
