import { flag, integer, json, sealed, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

export type ProviderType = "bitwarden" | "onepassword" | "pass" | "program" | "vault";

/** Credential providers of the organization (contract 2.16). Items and their values are not stored. */
export const credentialProviders = table("credential_providers", {
  noun: "credential provider",
  scope: "organization",
  columns: {
    name: text(),
    type: text<ProviderType>().fixed(),
    token: sealed().nullable(),
    /** Program and arguments; null for the usual program of the type. */
    command: json<readonly string[]>().nullable(),
    enabled: flag(),
    priority: integer(),
    cacheSeconds: integer(),
    /** Number of times that values of items were sent without success, as JSON by item; see `ItemSends`. */
    sends: sealed().nullable().large(),
    updatedAt: time(),
  },
  unique: [["name"]],
  search: ["name"],
});

export type StoredProvider = RowOf<typeof credentialProviders>;
