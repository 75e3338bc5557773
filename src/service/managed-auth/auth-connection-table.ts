import type { ActiveTelemetry } from "../sessions/telemetry.ts";
import { flag, inside, integer, json, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Browser of a connection's sessions. The proxy is named by its id, so that a later one of its name is another one. */
export interface ConnectionBrowser {
  readonly proxy?: { readonly id: string } | { readonly mode: "direct" | "default" };
  readonly stealth: boolean;
  readonly telemetry: ActiveTelemetry | null;
}

/** Auth connections: each keeps one profile logged in to one domain. */
export const authConnections = table("auth_connections", {
  noun: "auth connection",
  scope: "project",
  columns: {
    domain: text().fixed(),
    profileId: text().fixed(),
    /** Name of the profile when it was last known, to create it again after it was deleted. */
    profileName: text(),
    allowedDomains: json<readonly string[]>(),
    autoReauth: flag(),
    browser: json<ConnectionBrowser>(),
    proxyId: inside("browser", "proxy", "id"),
    credentialId: text().nullable(),
    healthChecks: flag(),
    /** Seconds; null for the default of the plan. */
    healthCheckInterval: integer().nullable(),
    loginUrl: text().nullable(),
    recordSession: flag(),
    saveCredentials: flag(),
    status: text<"AUTHENTICATED" | "NEEDS_AUTH">().initially("NEEDS_AUTH"),
    /** Time of the last successful login. */
    loggedInAt: time().nullable(),
  },
  unique: [["profileId", "domain"]],
  filters: ["domain", "profileId", "proxyId"],
  search: ["domain"],
});

export type StoredConnection = RowOf<typeof authConnections>;
