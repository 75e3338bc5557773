import { table } from "../../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { VaultProviderConfig } from "../../../generated/types.ts";

/** Flags for the credentials of a client at a provider. */
export const credentialFlags = {
  clientSecret: {
    kind: "string",
    placeholder: "SOURCE",
    summary: "Secret of the client; SOURCE is @FILE, env:NAME or - (stdin), never the secret itself",
  },
  publishableKey: {
    kind: "string",
    placeholder: "KEY",
    summary: "Public key of link, which renews its grants",
  },
} as const satisfies Record<string, FlagDeclaration>;

/** Columns of provider configurations. */
export const configColumns = table<VaultProviderConfig>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "provider" },
  { path: "client_id", title: "client" },
  { path: "updated_at", title: "updated", as: "age" },
]);
