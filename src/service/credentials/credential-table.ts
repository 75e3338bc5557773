import { json, sealed, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Credentials. Keys of values are readable, as records show them; values and the TOTP secret are sealed. */
export const credentials = table("credentials", {
  noun: "credential",
  scope: "project",
  columns: {
    name: text(),
    /** Host name in lower case. */
    domain: text().fixed(),
    valueKeys: json<readonly string[]>(),
    /** Values by key, as JSON. */
    sealedValues: sealed().large(),
    ssoProvider: text().nullable(),
    /** Base32 in upper case without padding. */
    totpSecret: sealed().nullable(),
    /** Number of times that values were sent without success since their last change, as JSON. */
    sends: sealed().nullable().large(),
    updatedAt: time(),
  },
  name: "name",
  unique: [["name"]],
  filters: ["domain"],
  search: ["name", "domain"],
});

export type StoredCredential = RowOf<typeof credentials>;
