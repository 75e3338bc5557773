import type { OperationById } from "../../contract/index.ts";
import { creationDefaults } from "../../contract/managed-auth.ts";
import type { BodyOf, QueryOf } from "../../contract/operation.ts";
import { type Plan, planFacts } from "../../contract/plans.ts";
import type { CredentialProviders } from "../credential-providers/credential-providers.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { domainFilter, readDomain } from "../credentials/domain.ts";
import type { StoredProfile } from "../profiles/profile-table.ts";
import type { Profiles } from "../profiles/profiles.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { ListedOf } from "../store/table.ts";
import { authConnections, type ConnectionBrowser, type StoredConnection } from "./auth-connection-table.ts";
import type { SettingsBody } from "./connection-browser.ts";
import type { ConnectionFacts } from "./connection-record.ts";
import { readSettings } from "./connection-settings.ts";
import type { LoginPlans } from "./login-plans.ts";

type CreateBody = BodyOf<OperationById<"authConnections.create">>;
type Listed = ListedOf<typeof authConnections>;

export interface AuthConnectionsOptions {
  readonly store: Store;
  readonly profiles: Profiles;
  readonly proxies: Proxies;
  readonly credentials: Credentials;
  readonly credentialProviders: CredentialProviders;
  readonly loginPlans: LoginPlans;
  readonly plan: Plan;
}

/** Columns of a connection that logins and checks change. */
export type Found = Partial<
  Pick<
    StoredConnection,
    "checkedAt" | "credentialId" | "loggedInAt" | "login" | "postLoginUrl" | "ssoProvider" | "status"
  >
>;

/** Auth connections of the service: each keeps a profile logged in to a domain. */
export class AuthConnections {
  readonly #options: AuthConnectionsOptions;
  readonly #rows: Rows<typeof authConnections>;

  constructor(options: AuthConnectionsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(authConnections);
  }

  /**
   * Creates a connection, and its profile if there is none with that name. Throws a {@link ResourceError} `invalid` for
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
      autoReauth: creationDefaults.auto_reauth,
      healthChecks: creationDefaults.health_checks,
      recordSession: creationDefaults.record_session,
      saveCredentials: creationDefaults.save_credentials,
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
    const { query } = options;
    const found =
      query === undefined ? {} : { orWhere: { profileId: this.#options.profiles.idsNamed(projectId, query) } };
    return this.#rows.in(projectId).list({ ...options, ...found, where: { domain: domainFilter(domain), ...profile } });
  }

  /** Connection with an id. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, id: string): StoredConnection {
    return this.#rows.in(projectId).require(id);
  }

  /** Changes the settings of a connection (spec 4.1). Throws a {@link ResourceError}; an error changes nothing. */
  update(connection: StoredConnection, body: SettingsBody): StoredConnection {
    return this.#rows.change(connection, this.#readSettings(connection.projectId, body, connection));
  }

  /** Number of auth connections of a project; of all projects for null. */
  count(projectId: ProjectId | null): number {
    return projectId === null ? this.#rows.count() : this.#rows.in(projectId).count();
  }

  /**
   * Browser for one login: that of the connection, with the changes of a request. Throws a {@link ResourceError}
   * `invalid`.
   */
  browserFor(connection: StoredConnection, body: SettingsBody): ConnectionBrowser {
    return this.#readSettings(connection.projectId, body, connection).browser;
  }

  /** Current state of a connection; undefined when it was deleted. */
  current({ projectId, id }: Pick<StoredConnection, "id" | "projectId">): StoredConnection | undefined {
    return this.#rows.in(projectId).byId(id);
  }

  /** Connections of all projects whose health is checked on schedule. */
  checked(): StoredConnection[] {
    return this.#rows.everywhere({ healthChecks: true, loggedInAt: { not: null } });
  }

  /** Records the result of a login or a check; undefined when the connection was deleted. */
  record(connection: StoredConnection, change: Found): StoredConnection | undefined {
    return this.#rows.update(connection, change);
  }

  /** Profile of a connection; a deleted profile is created again. Throws as {@link AuthConnections.create} does. */
  profileOf(connection: StoredConnection): { connection: StoredConnection; profile: StoredProfile } {
    const { profiles } = this.#options;
    const { projectId, profileId, profileName, domain } = connection;
    const known = profiles.find(projectId, profileId);
    if (known) return { connection, profile: known };
    const named = profiles.list(projectId, { where: { name: profileName }, limit: 1 }).items[0];
    if (named) this.#checkFree(projectId, named.id, domain, profileName);
    const profile = named ?? profiles.create(projectId, profileName);
    return { connection: this.#rows.change(connection, { profileId: profile.id }), profile };
  }

  delete(connection: StoredConnection): void {
    this.#rows.delete(connection);
  }

  /** Throws a {@link ResourceError} `in-use` for a proxy that a connection uses (contract 2.10). */
  checkUnused(projectId: ProjectId, proxyId: string): void {
    const using = this.#rows.in(projectId).list({ where: { proxyId }, limit: 2 }).items;
    const [first] = using;
    if (!first) return;
    const others = using.length > 1 ? " and others" : "";
    const message = `the auth connection "${first.id}" (${first.domain})${others} uses the proxy: give it another with auth connections update --proxy-id, or delete it`;
    throw new ResourceError("in-use", message);
  }

  /** Facts of other resources that the record of a connection shows. */
  facts(connection: Listed): ConnectionFacts {
    const { profiles, credentials, credentialProviders, loginPlans } = this.#options;
    const { projectId, profileId, profileName, credentialId, healthCheckInterval } = connection;
    const { credentialProvider: reference } = connection;
    const provider = reference && credentialProviders.byId(reference.providerId);
    return {
      profileName: profiles.find(projectId, profileId)?.name ?? profileName,
      credential: credentialId === null ? undefined : credentials.find(projectId, credentialId),
      external: provider ? { ...reference, provider } : undefined,
      plans: loginPlans.of(connection),
      intervalSeconds: this.intervalSeconds({ healthCheckInterval }),
    };
  }

  /** Seconds between health checks. */
  intervalSeconds({ healthCheckInterval }: Pick<Listed, "healthCheckInterval">): number {
    const { minimumSeconds, defaultSeconds } = planFacts[this.#options.plan];
    // A connection may be older than the current plan.
    return Math.max(healthCheckInterval ?? defaultSeconds, minimumSeconds);
  }

  #readSettings(projectId: ProjectId, body: SettingsBody, current?: StoredConnection) {
    const { plan, ...needs } = this.#options;
    const { minimumSeconds } = planFacts[plan];
    return readSettings({ ...needs, projectId, minimumSeconds, body, ...(current && { current }) });
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
