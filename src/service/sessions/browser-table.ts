import { inside, json, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";
import type { SessionSettings } from "./session-record.ts";

/** Sessions: the active ones and those that ended last. */
export const browsers = table("browsers", {
  noun: "session",
  scope: "project",
  columns: {
    name: text().nullable(),
    settings: json<SessionSettings>(),
    region: inside("settings", "region"),
    tags: inside("settings", "tags"),
    profileId: inside("settings", "profile", "record", "id"),
    profileName: inside("settings", "profile", "record", "name"),
    proxyId: inside("settings", "proxy", "id"),
    poolName: inside("settings", "pool", "name"),
    deletedAt: time().nullable(),
    endReason: text().nullable(),
  },
  // Not unique here: the names of active sessions are reserved in memory before there is a row.
  name: "name",
  filters: ["region"],
  search: ["name", "profileName", "poolName"],
  searchIds: { profileId: "whole", proxyId: "whole" },
  orders: ["deletedAt"],
  indexes: [["deletedAt"]],
  deletedAt: "deletedAt",
  working: { deletedAt: null },
});

export type StoredSession = RowOf<typeof browsers>;
