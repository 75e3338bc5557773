import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { ItemReference } from "../credential-providers/credential-providers.ts";
import type { StoredProvider } from "../credential-providers/provider-table.ts";
import type { StoredCredential } from "../credentials/credential-table.ts";
import { canReauth, type PlanState, type ReauthFacts } from "../login/decide/can-reauth.ts";
import type { ListedOf } from "../store/table.ts";
import type { authConnections, LoginMemory } from "./auth-connection-table.ts";
import { planState, type StoredLoginPlan } from "./login-plans.ts";

export type ConnectionRecord = ResultOf<OperationById<"authConnections.get">>;

type Listed = ListedOf<typeof authConnections>;

/** Item of a credential provider that a connection refers to. */
export type ExternalCredential = ItemReference & { readonly provider: StoredProvider };

/** Facts of other resources that a record shows. */
export interface ConnectionFacts {
  readonly profileName: string;
  /** Credential of the connection; undefined when it has none, or when it was deleted. */
  readonly credential: StoredCredential | undefined;
  /** Item of a credential provider; undefined for none, or when the provider was deleted. */
  readonly external: ExternalCredential | undefined;
  /** Logins that a person has shown. */
  readonly plans: readonly StoredLoginPlan[];
  readonly intervalSeconds: number;
}

/** Fields of the last login in the record of a connection (spec 2.1); see `flowFields`. */
export type FlowFields = Partial<ConnectionRecord> &
  Pick<ConnectionRecord, "discovered_fields" | "flow_status" | "flow_step" | "mfa_options">;

/** API record of a connection (spec 2.1). */
export function connectionRecord(connection: Listed, facts: ConnectionFacts, flow: FlowFields): ConnectionRecord {
  const { proxy, stealth, telemetry: captured } = connection.browser;
  const { checkedAt, loginUrl, postLoginUrl, ssoProvider } = connection;
  const { credential, external } = facts;
  const telemetry = captured && { enabled: true, ...captured };
  const checked = checkedAt === null ? undefined : new Date(checkedAt).toISOString();
  return {
    id: connection.id,
    profile_name: facts.profileName,
    domain: connection.domain,
    status: connection.status,
    save_credentials: connection.saveCredentials,
    record_session: connection.recordSession,
    allowed_domains: [...connection.allowedDomains],
    auto_reauth: connection.autoReauth,
    browser: { ...(proxy && { proxy }), stealth, telemetry },
    browser_telemetry: telemetry,
    ...canReauth(reauthFacts(connection, facts)),
    ...(credential && { credential: { name: credential.name } }),
    ...(external && { credential: referenceOf(external) }),
    health_check_interval: facts.intervalSeconds,
    health_checks: connection.healthChecks,
    ...(checked !== undefined && { last_auth_at: checked, last_auth_check_at: checked }),
    ...(loginUrl !== null && { login_url: asUri(loginUrl) }),
    ...(postLoginUrl !== null && { post_login_url: asUri(postLoginUrl) }),
    ...(proxy && "id" in proxy && { proxy_id: proxy.id }),
    ...(ssoProvider !== null && { sso_provider: ssoProvider }),
    ...flow,
  };
}

function referenceOf(external: ExternalCredential): NonNullable<ConnectionRecord["credential"]> {
  const { name: provider } = external.provider;
  return "path" in external ? { provider, path: external.path } : { provider, auto: true };
}

/** Facts that decide whether a connection can log in again without a person. */
export function reauthFacts(
  connection: Listed,
  { credential, external, plans }: Pick<ConnectionFacts, "credential" | "external" | "plans">,
): ReauthFacts {
  const { login } = connection;
  return {
    hasLoggedIn: connection.loggedInAt !== null,
    credential: attached(credential, external),
    isComputerUse: false,
    plans: [
      ...(login === null ? [] : [planStateNow(login, credential)]),
      ...plans.map((plan) => planState(plan, credential)),
    ],
    requirements: login?.requirements,
  };
}

/** assumed: a provider that is not enabled is no credential, because a login cannot use it. */
function attached(
  credential: StoredCredential | undefined,
  external: ExternalCredential | undefined,
): ReauthFacts["credential"] {
  if (external) return external.provider.enabled ? { kind: "external" } : undefined;
  if (!credential) return undefined;
  return { kind: "stored", valueKeys: credential.valueKeys, hasTotpSecret: credential.totpSecret !== null };
}

/** A plan that has failed may work again after a change of its credential. */
function planStateNow({ planState, triedAt }: LoginMemory, credential: StoredCredential | undefined): PlanState {
  return planState === "failed" && credential && credential.updatedAt > triedAt ? "unchecked" : planState;
}

/**
 * Characters that a URI must not have after its host name (RFC 3986), and percent signs that are not part of an escape.
 */
const UNSAFE = /[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;

/**
 * Address as a URI, as spec 2.1 declares it: characters that a URI must not have are encoded, and the rest stays
 * unchanged.
 */
export function asUri(address: string): string {
  const [, authority = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)(.*)/isu.exec(address) ?? [];
  const isPlain = /^[\w\-.~:/@[\]!$&'()*+,;=%]*$/.test(authority);
  const host = isPlain || !URL.canParse(authority) ? authority : new URL(authority).origin;
  const [beforeHash = "", ...fragments] = rest.replace(UNSAFE, (character) => encodeURIComponent(character)).split("#");
  return `${host}${beforeHash}${fragments.length > 0 ? `#${fragments.join("%23")}` : ""}`;
}
