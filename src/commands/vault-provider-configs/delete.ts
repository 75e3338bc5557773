import { command } from "../../cli/declare/command.ts";

export const vaultProviderConfigsDelete = command({
  words: "vault-provider-configs delete",
  effects: "none",
  operation: "vaultProviderConfigs.delete",
  description: "Refused while an item of a vault uses it. The client at the provider stays.",
  question: { about: "vaultProviderConfigs.get", text: "Delete provider configuration {thing}?" },
  done: "Deleted provider configuration {id_or_name}.",
  examples: [
    { line: "vault-provider-configs delete link-client", does: "Delete it, after confirmation" },
    { line: "vault-provider-configs delete link-client --yes", does: "Delete it in a script" },
  ],
});
