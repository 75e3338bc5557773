import { table } from "../../../cli/declare/command.ts";
import type { Vault } from "../../../generated/types.ts";

/** Columns of vaults. */
export const vaultColumns = table<Vault>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);
