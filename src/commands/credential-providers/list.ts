import { command } from "../../cli/declare/command.ts";
import { providerColumns } from "./lib/columns.ts";

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
