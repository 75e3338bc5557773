import { integer, json, sealed, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Protocol between a browser and a proxy. */
export type ProxyProtocol = "http" | "https";

/** Proxies of the type `custom`. Several of a project may share a name. */
export const proxies = table("proxies", {
  noun: "proxy",
  scope: "project",
  columns: {
    name: text().nullable(),
    protocol: text<ProxyProtocol>().fixed(),
    host: text().fixed(),
    port: integer().fixed(),
    username: text().nullable().fixed(),
    password: sealed().nullable().fixed(),
    /** Certificate authorities in PEM. */
    caBundle: text().nullable().fixed(),
    bypassHosts: json<readonly string[] | null>().nullable().fixed(),
    /** Result of the last check without a URL; null before the first. */
    status: text<"available" | "unavailable">().nullable(),
    lastChecked: time().nullable(),
  },
  name: "name",
  search: ["name", "host"],
});

export type StoredProxy = RowOf<typeof proxies>;
