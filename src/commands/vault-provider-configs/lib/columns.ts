import { table } from "../../../cli/declare/command.ts";
import type { VaultProviderConfig } from "../../../generated/types.ts";

/** Columns of provider configurations. */
export const configColumns = table<VaultProviderConfig>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "provider" },
  { path: "client_id", title: "client" },
  { path: "updated_at", title: "updated", as: "age" },
]);
