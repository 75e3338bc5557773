import { command } from "../../../cli/declare/command.ts";
import { itemColumns } from "../lib/columns.ts";

export const vaultsItemsList = command({
  words: "vaults items list",
  effects: "secrets",
  operation: "vaultItems.list",
  idField: "id",
  columns: itemColumns,
  examples: [
    { line: "vaults items list checkout", does: "Show the items of a vault" },
    {
      line: `vaults items list checkout --query "[?type=='credential'].key"`,
      does: "The keys of the logins",
    },
  ],
});
