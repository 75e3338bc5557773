import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { StoredCredential } from "../credentials/credential-table.ts";
import { canReauth, type PlanState, type ReauthFacts } from "../login/decide/can-reauth.ts";
import type { ListedOf } from "../store/table.ts";
import { asUri } from "./as-uri.ts";
import type { authConnections, LoginMemory } from "./auth-connection-table.ts";
import type { StoredLoginPlan } from "./login-plan-table.ts";
import { planState } from "./login-plans.ts";

export type ConnectionRecord = ResultOf<OperationById<"authConnections.get">>;

type Listed = ListedOf<typeof authConnections>;

/** Facts of other resources that a record shows. */
export interface ConnectionFacts {
  readonly profileName: string;
  /** Credential of the connection; undefined when it has none, or when it was deleted. */
  readonly credential: StoredCredential | undefined;
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
  const { credential } = facts;
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

/** Facts that decide whether a connection can log in again without a person. */
export function reauthFacts(
  connection: Listed,
  { credential, plans }: Pick<ConnectionFacts, "credential" | "plans">,
): ReauthFacts {
  const { login } = connection;
  return {
    hasLoggedIn: connection.loggedInAt !== null,
    credential: credential && {
      kind: "stored",
      valueKeys: credential.valueKeys,
      hasTotpSecret: credential.totpSecret !== null,
    },
    isComputerUse: false,
    plans: [
      ...(login === null ? [] : [planStateNow(login, credential)]),
      ...plans.map((plan) => planState(plan, credential)),
    ],
    requirements: login?.requirements,
  };
}

/** A plan that has failed may work again after a change of its credential. */
function planStateNow({ planState, triedAt }: LoginMemory, credential: StoredCredential | undefined): PlanState {
  return planState === "failed" && credential && credential.updatedAt > triedAt ? "unchecked" : planState;
}
