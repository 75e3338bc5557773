import { command } from "../../cli/declare/command.ts";

export const credentialProvidersTest = command({
  words: "credential-providers test",
  effects: "none",
  operation: "credentialProviders.test",
  description: "Lists its items again and shows the vaults that it can read.",
  columns: [{ path: "success" }, { path: "vaults" }],
  exits: { "outcome-failed": "the provider does not work" },
  seeAlso: ["credential-providers items", "credential-providers update"],
  examples: [
    { line: "credential-providers test p7r3o1v5i9d2e8r4c6r0e1d7", does: "Ask the provider for its items" },
    {
      line: "credential-providers test p7r3o1v5i9d2e8r4c6r0e1d7 -o json",
      does: "Print its vaults, or the failure, as JSON",
    },
  ],
  run: () => import("./test.run.ts"),
});
