import { command, table } from "../../cli/declare/command.ts";
import type { CredentialProviderItem } from "../../generated/types.ts";

export const credentialProvidersItems = command({
  words: "credential-providers items",
  effects: "none",
  operation: "credentialProviders.items",
  description: "Shows paths and websites, never values. A path is what auth connections refer to an item by.",
  output: async () => (await import("../lib/outputs.ts")).providerItemsOutput(),
  columns: table<CredentialProviderItem>([
    { path: "path", keep: true },
    { path: "title" },
    { path: "vault_name", title: "vault" },
    { path: "urls", as: "names" },
  ]),
  seeAlso: ["auth connections create"],
  examples: [
    { line: "credential-providers items p7r3o1v5i9d2e8r4c6r0e1d7", does: "Show the items that logins can use" },
    { line: 'credential-providers items p7r3o1v5i9d2e8r4c6r0e1d7 --query "[].path"', does: "Their paths alone" },
  ],
  run: () => import("./items.run.ts"),
});
