import { command } from "../../cli/declare/command.ts";
import { configColumns, credentialFlags } from "./lib/config-words.ts";

export const vaultProviderConfigsCreate = command({
  words: "vault-provider-configs create",
  effects: "none",
  operation: "vaultProviderConfigs.create",
  preview: "calls",
  description: "The secret is stored and never shown again.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  filled: ["credentials"],
  columns: configColumns,
  fields: { name: { placeholder: "NAME" }, credentials: false },
  flags: {
    clientId: { kind: "string", placeholder: "ID", summary: "Client at the provider" },
    ...credentialFlags,
  },
  seeAlso: ["vaults items put"],
  examples: [
    {
      line: "vault-provider-configs create link-client --provider link --client-id client-1 --client-secret env:LINK_SECRET --publishable-key pk_live_example",
      does: "Use an own client of link",
    },
    {
      line: "vault-provider-configs create cards --provider agentcard --client-id client-2 --client-secret @password.txt",
      does: "Use an own client of agentcard",
    },
  ],
  run: () => import("./create.run.ts"),
});
