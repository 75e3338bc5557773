import { table } from "../../../cli/declare/command.ts";
import type { CredentialProvider } from "../../../generated/types.ts";

/** Columns of credential providers. */
export const providerColumns = table<CredentialProvider>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "provider_type", title: "type" },
  { path: "enabled" },
  { path: "priority" },
  { path: "updated_at", title: "updated", as: "age" },
]);

/** Columns of one credential provider. */
export const providerLines = table<CredentialProvider>([
  { path: "id" },
  { path: "name" },
  { path: "provider_type", title: "type" },
  { path: "enabled" },
  { path: "priority" },
  { path: "command", as: "names" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);
