import type { ItemReference } from "../credential-providers/credential-providers.ts";
import type { PlanState } from "../login/decide/can-reauth.ts";
import type { LoginPlan } from "../login/decide/login-plan.ts";
import type { SiteSignature } from "../login/decide/signature.ts";
import type { RedactedText } from "../login/values/known-values.ts";
import type { LoginRequirement } from "../login/values/requirements.ts";
import type { ActiveTelemetry } from "../sessions/telemetry.ts";
import { flag, inside, integer, json, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

export type ConnectionStatus = "AUTHENTICATED" | "NEEDS_AUTH";

/** Facts of the last successful login, to check it and to repeat it. */
export interface LoginMemory {
  readonly plan: LoginPlan;
  readonly planState: PlanState;
  /** When the plan was last tried, in milliseconds since 1970. */
  readonly triedAt: number;
  readonly requirements: readonly LoginRequirement[];
  readonly signature?: SiteSignature;
}

/**
 * Browser of a connection's sessions. The proxy is stored by its id, so that a later proxy of the same name is not
 * used.
 */
export interface ConnectionBrowser {
  readonly proxy?: { readonly id: string } | { readonly mode: "direct" | "default" };
  readonly stealth: boolean;
  readonly telemetry: ActiveTelemetry | null;
}

/** Item of a credential provider: by its path, or the one for the domain of the connection. */
export type ProviderReference = { readonly providerId: string } & ItemReference;

/** Auth connections: each keeps one profile logged in to one domain. */
export const authConnections = table("auth_connections", {
  noun: "auth connection",
  scope: "project",
  columns: {
    domain: text().fixed(),
    /** Changes when the profile was deleted and a login creates it again. */
    profileId: text(),
    /** Last known name of the profile, to create it again after it was deleted. */
    profileName: text(),
    allowedDomains: json<readonly string[]>(),
    autoReauth: flag(),
    browser: json<ConnectionBrowser>(),
    proxyId: inside("browser", "proxy", "id"),
    /** Stored credential; null beside `credentialProvider`. */
    credentialId: text().nullable(),
    credentialProvider: json<ProviderReference>().nullable(),
    healthChecks: flag(),
    /** Seconds; null for the default of the plan. */
    healthCheckInterval: integer().nullable(),
    loginUrl: text().nullable(),
    recordSession: flag(),
    saveCredentials: flag(),
    status: text<ConnectionStatus>().initially("NEEDS_AUTH"),
    /** Time of the last successful login. */
    loggedInAt: time().nullable(),
    /** Time of the last health check. */
    checkedAt: time().nullable(),
    postLoginUrl: text<RedactedText>().nullable(),
    ssoProvider: text().nullable(),
    login: json<LoginMemory>().nullable(),
  },
  unique: [["profileId", "domain"]],
  filters: ["domain", "profileId", "proxyId"],
  search: ["domain"],
});

export type StoredConnection = RowOf<typeof authConnections>;
