import { command, table } from "../../../cli/declare/command.ts";
import type { VaultItem } from "../../../generated/types.ts";

/** Columns of the items of a vault. */
const itemColumns = table<VaultItem>([
  { path: "key", keep: true },
  { path: "type" },
  { path: "state.status", title: "state", as: "state" },
  { path: "updated_at", title: "updated", as: "age" },
  { path: "id" },
]);

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
