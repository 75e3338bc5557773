import { command } from "../../cli/declare/command.ts";
import { configColumns, credentialFlags } from "./lib/config-words.ts";

export const vaultProviderConfigsUpdate = command({
  words: "vault-provider-configs update",
  effects: "none",
  operation: "vaultProviderConfigs.update",
  preview: "calls",
  description: "What is not named stays; the client cannot be changed.",
  idField: "id",
  columns: configColumns,
  fields: { name: { placeholder: "NAME" }, credentials: false },
  flags: credentialFlags,
  examples: [
    { line: "vault-provider-configs update link-client --client-secret env:LINK_SECRET", does: "Replace the secret" },
    { line: "vault-provider-configs update link-client --name link-2", does: "Rename it" },
  ],
  run: () => import("./update.run.ts"),
});
