import { command } from "../../cli/declare/command.ts";
import { configColumns } from "./lib/config-words.ts";

export const vaultProviderConfigsList = command({
  words: "vault-provider-configs list",
  effects: "none",
  operation: "vaultProviderConfigs.list",
  idField: "id",
  columns: configColumns,
  examples: [
    { line: "vault-provider-configs list", does: "Show the configurations of the organization" },
    { line: "vault-provider-configs list -q", does: "Their ids alone" },
  ],
});
