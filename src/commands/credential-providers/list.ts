import { command, table } from "../../cli/declare/command.ts";
import type { CredentialProvider } from "../../generated/types.ts";

/** Columns of credential providers. */
const providerColumns = table<CredentialProvider>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "provider_type", title: "type" },
  { path: "enabled" },
  { path: "priority" },
  { path: "updated_at", title: "updated", as: "age" },
]);

export const credentialProvidersList = command({
  words: "credential-providers list",
  effects: "none",
  operation: "credentialProviders.list",
  idField: "id",
  columns: providerColumns,
  examples: [
    { line: "credential-providers list", does: "Show the providers of the organization" },
    { line: "credential-providers list --search team -q", does: "The ids of those with this in their name" },
  ],
});
