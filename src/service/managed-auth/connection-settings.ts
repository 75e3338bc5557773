import type { InputProblem } from "../../contract/problems.ts";
import type { CredentialProviders } from "../credential-providers/credential-providers.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { ChangeOf } from "../store/table.ts";
import { readAllowedDomains } from "./allowed-domains.ts";
import type { authConnections, StoredConnection } from "./auth-connection-table.ts";
import { readBrowser, type SettingsBody } from "./connection-browser.ts";

export interface SettingsRequest {
  readonly proxies: Proxies;
  readonly credentials: Credentials;
  readonly credentialProviders: CredentialProviders;
  readonly projectId: ProjectId;
  /** Smallest interval of health checks that the plan allows, in seconds. */
  readonly minimumSeconds: number;
  readonly body: SettingsBody;
  /** Connection to change; undefined for a new one. */
  readonly current?: StoredConnection;
}

type Change = ChangeOf<typeof authConnections>;

/**
 * Values of the columns that a request changes (spec 4.1): only those of its fields, and the browser. Throws a {@link
 * ResourceError} `invalid` with all problems.
 */
export function readSettings(request: SettingsRequest): Change & Pick<StoredConnection, "browser"> {
  const { body, current } = request;
  const problems: InputProblem[] = [];
  const read = readBrowser({ ...request, current: current?.browser });
  problems.push(...read.problems);
  const domains = body.allowed_domains && readAllowedDomains(body.allowed_domains);
  problems.push(...(domains?.problems ?? []));
  const credential = body.credential && credentialOf(request, body.credential, problems);
  problems.push(...intervalProblems(request), ...loginUrlProblems(body));
  if (problems.length > 0) throw ResourceError.invalid(problems);
  return {
    browser: read.browser,
    ...(domains && { allowedDomains: domains.domains }),
    ...credential,
    ...(body.auto_reauth !== undefined && { autoReauth: body.auto_reauth }),
    ...(body.health_checks !== undefined && { healthChecks: body.health_checks }),
    ...(body.health_check_interval !== undefined && { healthCheckInterval: body.health_check_interval }),
    ...(body.login_url !== undefined && { loginUrl: body.login_url || null }),
    ...(body.record_session !== undefined && { recordSession: body.record_session }),
    ...(body.save_credentials !== undefined && { saveCredentials: body.save_credentials }),
  };
}

/** The schema checks only the characters of an address. */
function loginUrlProblems({ login_url: given }: SettingsBody): InputProblem[] {
  if (!given || URL.canParse(given)) return [];
  return [{ path: "login_url", message: `must be an http or https URL, not ${JSON.stringify(given)}` }];
}

function intervalProblems({ body, minimumSeconds }: SettingsRequest): InputProblem[] {
  const given = body.health_check_interval;
  if (given === undefined || given >= minimumSeconds) return [];
  const message = `must be at least ${minimumSeconds} with the plan of this service, not ${given}; browserctl local start --plan changes the plan`;
  return [{ path: "health_check_interval", message }];
}

/**
 * Columns for the credential that a request refers to. assumed: the item of a provider is looked for at the login alone,
 * because it may be added later.
 */
function credentialOf(
  { credentials, credentialProviders, projectId }: SettingsRequest,
  { name, provider, path }: NonNullable<SettingsBody["credential"]>,
  problems: InputProblem[],
): Pick<StoredConnection, "credentialId" | "credentialProvider"> | undefined {
  if (name === undefined) {
    const found = credentialProviders.named(provider ?? "");
    if (found) {
      const item = path === undefined ? ({ auto: true } as const) : { path };
      return { credentialId: null, credentialProvider: { providerId: found.id, ...item } };
    }
    const message = `there is no credential provider ${JSON.stringify(provider)}; add one with credential-providers create`;
    problems.push({ path: "credential.provider", message });
    return undefined;
  }
  const found = credentials.find(projectId, name);
  if (found && found.name === name) return { credentialId: found.id, credentialProvider: null };
  problems.push({ path: "credential.name", message: `there is no credential ${JSON.stringify(name)}` });
  return undefined;
}
