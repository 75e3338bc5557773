import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { StoredCredential } from "../credentials/credential-table.ts";
import { canReauth, type ReauthFacts } from "../login/can-reauth.ts";
import type { ListedOf } from "../store/table.ts";
import type { authConnections } from "./auth-connection-table.ts";

export type ConnectionRecord = ResultOf<OperationById<"authConnections.get">>;

type Listed = ListedOf<typeof authConnections>;

/** Facts that a record shows of other resources and of the plan. */
export interface RecordFacts {
  readonly profileName: string;
  /** Credential of the connection; undefined when it has none, or when it was deleted. */
  readonly credential: StoredCredential | undefined;
  readonly intervalSeconds: number;
}

/** API record of a connection (spec 2.1). Before the first login the fields of flows are null or absent. */
export function connectionRecord(
  connection: Listed,
  { profileName, credential, intervalSeconds }: RecordFacts,
): ConnectionRecord {
  const { proxy, stealth, telemetry: captured } = connection.browser;
  const telemetry = captured && { enabled: true, ...captured };
  return {
    id: connection.id,
    profile_name: profileName,
    domain: connection.domain,
    status: connection.status,
    save_credentials: connection.saveCredentials,
    record_session: connection.recordSession,
    allowed_domains: [...connection.allowedDomains],
    auto_reauth: connection.autoReauth,
    browser: { ...(proxy && { proxy }), stealth, telemetry },
    browser_telemetry: telemetry,
    ...canReauth(reauthFacts(connection, credential)),
    ...(credential && { credential: { name: credential.name } }),
    discovered_fields: null,
    flow_status: null,
    flow_step: null,
    health_check_interval: intervalSeconds,
    health_checks: connection.healthChecks,
    ...(connection.loginUrl !== null && { login_url: connection.loginUrl }),
    mfa_options: null,
    ...(proxy && "id" in proxy && { proxy_id: proxy.id }),
  };
}

function reauthFacts(connection: Listed, credential: StoredCredential | undefined): ReauthFacts {
  return {
    hasLoggedIn: connection.loggedInAt !== null,
    credential: credential && {
      kind: "stored",
      valueKeys: credential.valueKeys,
      hasTotpSecret: credential.totpSecret !== null,
    },
    isComputerUse: false,
    plans: [],
    requirements: undefined,
  };
}
