import { command } from "../../cli/declare/command.ts";
import { configColumns } from "./lib/config-words.ts";

export const vaultProviderConfigsGet = command({
  words: "vault-provider-configs get",
  effects: "none",
  operation: "vaultProviderConfigs.get",
  idField: "id",
  columns: configColumns,
  examples: [
    { line: "vault-provider-configs get link-client", does: "Show it, without its secret" },
    { line: "vault-provider-configs get link-client --query provider", does: "Its provider alone" },
  ],
});
