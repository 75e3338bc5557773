import { flag, hash, integer, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** API keys (contract 2.19). The key itself is not stored, only its SHA-256. */
export const apiKeys = table("api_keys", {
  noun: "API key",
  scope: "organization",
  columns: {
    name: text(),
    hash: hash(),
    maskedKey: text(),
    /** Project that the key is limited to; null for the whole organization. */
    projectScope: text().nullable().fixed().references("projects"),
    /** True for the key in the state file of the service. */
    startUp: flag().initially(false).fixed(),
    creatorId: text().fixed(),
    /** Name of the creating key at that time. */
    creatorName: text().nullable().fixed(),
    /** Key that this key ends with. Null where only a key of the organization ends it. */
    makerId: text().nullable(),
    /** Lifetime at creation; null for no end. */
    lifetimeDays: integer().nullable().fixed(),
    expiresAt: time().nullable(),
    deletedAt: time().nullable(),
    /** Id of the key that replaced this one. */
    replacedBy: text().nullable(),
  },
  search: ["name", "creatorName"],
  searchIds: { id: "prefix", maskedKey: "prefix" },
  orders: ["name", "expiresAt"],
  deletedAt: "deletedAt",
});

export type StoredApiKey = RowOf<typeof apiKeys>;
