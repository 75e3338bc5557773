import { table } from "../../../cli/declare/command.ts";
import type { Vault, VaultItem } from "../../../generated/types.ts";

/** Columns of vaults. */
export const vaultColumns = table<Vault>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);

/** Columns of the items of a vault. */
export const itemColumns = table<VaultItem>([
  { path: "key", keep: true },
  { path: "type" },
  { path: "state.status", title: "state", as: "state" },
  { path: "updated_at", title: "updated", as: "age" },
  { path: "id" },
]);
