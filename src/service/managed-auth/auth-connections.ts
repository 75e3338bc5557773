import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, QueryOf } from "../../contract/operation.ts";
import { type Plan, planMinimumSeconds } from "../../contract/plans.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { domainFilter, readDomain } from "../credentials/domain.ts";
import type { Profiles } from "../profiles/profiles.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { ListedOf } from "../store/table.ts";
import { authConnections, type StoredConnection } from "./auth-connection-table.ts";
import type { SettingsBody } from "./connection-browser.ts";
import { type ConnectionRecord, connectionRecord } from "./connection-record.ts";
import { readSettings } from "./connection-settings.ts";

type CreateBody = BodyOf<OperationById<"authConnections.create">>;
type Listed = ListedOf<typeof authConnections>;

export interface AuthConnectionsOptions {
  readonly store: Store;
  readonly profiles: Profiles;
  readonly proxies: Proxies;
  readonly credentials: Credentials;
  readonly plan: Plan;
}

/** Default of `health_check_interval`, in seconds, where the plan does not ask for more (spec 8). */
const DEFAULT_INTERVAL_SECONDS = 3_600;

/** Auth connections of the service: each keeps a profile logged in to a domain. */
export class AuthConnections {
  readonly #options: AuthConnectionsOptions;
  readonly #rows: Rows<typeof authConnections>;

  constructor(options: AuthConnectionsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(authConnections);
  }

  /**
   * Creates a connection, and its profile when there is none of the name. Throws a {@link ResourceError} `invalid` for
   * the fields, `conflict` when the profile has a connection to the domain.
   */
  create(projectId: ProjectId, body: CreateBody): StoredConnection {
    const { domain: given, profile_name: profileName, ...settings } = body;
    const read = readDomain(given);
    if (read.problem !== undefined) throw ResourceError.invalid([{ path: "domain", message: read.problem }]);
    const { host: domain } = read;
    const values = this.#readSettings(projectId, settings);
    const { profiles } = this.#options;
    const named = profiles.list(projectId, { where: { name: profileName }, limit: 1 }).items[0];
    if (named) this.#checkFree(projectId, named.id, domain, profileName);
    const profile = named ?? profiles.create(projectId, profileName);
    return this.#rows.insert({
      allowedDomains: [],
      autoReauth: false,
      healthChecks: true,
      recordSession: false,
      saveCredentials: true,
      ...values,
      projectId,
      domain,
      profileId: profile.id,
      profileName,
    });
  }

  list(
    projectId: ProjectId,
    { domain, profile_name, ...options }: QueryOf<OperationById<"authConnections.list">>,
  ): ListPage<typeof authConnections> {
    const profile = profile_name === undefined ? {} : this.#ofProfile(projectId, profile_name);
    return this.#rows.in(projectId).list({ ...options, where: { domain: domainFilter(domain), ...profile } });
  }

  /** Connection with an id. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, id: string): StoredConnection {
    return this.#rows.in(projectId).require(id);
  }

  /** Changes the settings of a connection (spec 4.1). Throws a {@link ResourceError}; an error changes nothing. */
  update(connection: StoredConnection, body: SettingsBody): StoredConnection {
    return this.#rows.change(connection, this.#readSettings(connection.projectId, body, connection));
  }

  delete(connection: StoredConnection): void {
    this.#rows.delete(connection);
  }

  /** Throws a {@link ResourceError} `in-use` for a proxy of a connection (contract 2.10). */
  checkUnused(projectId: ProjectId, proxyId: string): void {
    const using = this.#rows.in(projectId).list({ where: { proxyId }, limit: 2 }).items;
    const [first] = using;
    if (!first) return;
    const others = using.length > 1 ? " and others" : "";
    const message = `the auth connection "${first.id}" (${first.domain})${others} uses the proxy: give it another with auth connections update --proxy-id, or delete it`;
    throw new ResourceError("in-use", message);
  }

  /** API record of a connection (spec 2.1). */
  record(connection: Listed): ConnectionRecord {
    const { profiles, credentials } = this.#options;
    const { projectId, profileId, profileName, credentialId } = connection;
    return connectionRecord(connection, {
      profileName: profiles.find(projectId, profileId)?.name ?? profileName,
      credential: credentialId === null ? undefined : credentials.find(projectId, credentialId),
      intervalSeconds: this.#intervalSeconds(connection),
    });
  }

  /** Seconds between health checks. */
  #intervalSeconds({ healthCheckInterval }: Listed): number {
    return Math.max(healthCheckInterval ?? DEFAULT_INTERVAL_SECONDS, planMinimumSeconds[this.#options.plan]);
  }

  #readSettings(projectId: ProjectId, body: SettingsBody, current?: StoredConnection) {
    const { proxies, credentials, plan } = this.#options;
    const minimumSeconds = planMinimumSeconds[plan];
    return readSettings({ proxies, credentials, projectId, minimumSeconds, body, ...(current && { current }) });
  }

  #checkFree(projectId: ProjectId, profileId: string, domain: string, profileName: string): void {
    const other = this.#rows.in(projectId).first({ profileId, domain });
    if (!other) return;
    const profile = JSON.stringify(profileName);
    const message = `the profile ${profile} has an auth connection to ${domain} already: "${other.id}"`;
    throw new ResourceError("conflict", message, { problems: [{ path: "domain", message: "is in use" }] });
  }

  /** Condition for the connections of a profile; by its last known name when the profile was deleted. */
  #ofProfile(projectId: ProjectId, name: string) {
    const profile = this.#options.profiles.find(projectId, name);
    return profile ? { profileId: profile.id } : { profileName: name };
  }
}
