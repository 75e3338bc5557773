import { commandLine } from "../../core/command-line.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { CdpClosedError } from "../chromium/cdp.ts";
import type { Clock, Scheduled } from "../clock.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { background } from "../error-owner.ts";
import type { SiteSignature } from "../login/decide/signature.ts";
import { checkLogin, type LoginCheck } from "../login/flow/check-login.ts";
import { LoginFlowError } from "../login/flow/flow-error.ts";
import { withLoginPage } from "../login/flow/with-login-page.ts";
import { filledAddress } from "../login/values/query-address.ts";
import type { Profiles } from "../profiles/profiles.ts";
import { endedAtOnce } from "../sessions/session-errors.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { ConnectionStatus, StoredConnection } from "./auth-connection-table.ts";
import type { AuthConnections } from "./auth-connections.ts";
import type { ConnectionSessions } from "./connection-sessions.ts";
import { homePage, type LoginFlows } from "./login-flows.ts";
import type { Timeline } from "./timeline.ts";

export interface HealthChecksOptions {
  readonly authConnections: AuthConnections;
  readonly connectionSessions: ConnectionSessions;
  readonly loginFlows: LoginFlows;
  readonly profiles: Profiles;
  readonly timeline: Timeline;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly warn: (line: string) => void;
}

/** Result of one health check. */
export interface CheckResult {
  readonly found: LoginCheck;
  readonly status: ConnectionStatus;
  readonly previousStatus: ConnectionStatus;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** Maximum number of concurrent scheduled checks; each has a browser. */
const MAX_PARALLEL = 2;

/**
 * Health checks of auth connections: whether their profiles are still logged in, on schedule and on demand (spec 2.1
 * `health_checks`, 3). assumed: the schedule begins with the first successful login, because there is nothing to check
 * before; a clock that is moved over several checks runs one.
 */
export class HealthChecks {
  readonly #options: HealthChecksOptions;
  readonly #scheduled = new Map<string, Scheduled>();
  /** Running checks, by the id of their connection. */
  readonly #running = new Map<string, { readonly stop: AbortController; readonly done: Promise<unknown> }>();
  readonly #gate = new Semaphore(MAX_PARALLEL);
  readonly #closing = new AbortController();

  constructor(options: HealthChecksOptions) {
    this.#options = options;
    options.loginFlows.onLoggedIn((connection) => this.schedule(connection));
    // The login needs the profile.
    options.loginFlows.onStarting((connection) => this.stop(connection));
  }

  /** Schedules the checks of all connections. */
  prepare(): void {
    for (const connection of this.#options.authConnections.checked()) this.schedule(connection);
  }

  /** True while checks run or are scheduled. */
  get busy(): boolean {
    return this.#scheduled.size + this.#running.size > 0;
  }

  /** Schedules the next check of a connection by its settings; it replaces the scheduled one. */
  schedule(connection: StoredConnection): void {
    const { authConnections, clock } = this.#options;
    const { id, healthChecks, loggedInAt, checkedAt } = connection;
    this.unschedule(connection);
    if (!healthChecks || loggedInAt === null || this.#closing.signal.aborted) return;
    const last = Math.max(loggedInAt, checkedAt ?? 0);
    const dueMs = last + authConnections.intervalSeconds(connection) * 1_000 - clock.now();
    const scheduled = clock.schedule(dueMs, () => {
      this.#scheduled.delete(id);
      // The clock does not wait for a browser.
      background(this.#checkOnSchedule(connection));
    });
    this.#scheduled.set(id, scheduled);
  }

  unschedule({ id }: Pick<StoredConnection, "id">): void {
    this.#scheduled.get(id)?.cancel();
    this.#scheduled.delete(id);
  }

  /**
   * Checks a connection now. Throws a {@link ResourceError} `conflict` before its first login and while another check
   * of it runs, and the errors of `ConnectionSessions.start`.
   */
  async check(connection: StoredConnection, signal: AbortSignal): Promise<CheckResult> {
    if (connection.loggedInAt === null) {
      const message = `there is no login to check: log in first with \`${commandLine`auth connections login ${connection.id}`}\``;
      throw new ResourceError("conflict", message);
    }
    const result = await this.#run(connection, signal, (status) => status);
    this.#scheduleAgain(connection);
    return result;
  }

  /** Ends the running check of a connection, for a login or a deletion; resolves when everything of it is removed. */
  async stop({ id }: Pick<StoredConnection, "id">): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort(
      new ResourceError("conflict", "the check was ended by a login of the connection, or by its deletion"),
    );
    await running?.done;
  }

  /** Ends all checks. */
  async close(reason: string): Promise<void> {
    this.#closing.abort(new Error(reason));
    for (const each of this.#scheduled.values()) each.cancel();
    this.#scheduled.clear();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #checkOnSchedule(given: StoredConnection): Promise<void> {
    const { authConnections, loginFlows, warn } = this.#options;
    const connection = authConnections.current(given);
    if (!connection) return;
    let willRenew = false;
    try {
      const leave = await this.#gate.enter(this.#closing.signal);
      try {
        // The result of the login tells as much, and the check would take the profile from it.
        if (loginFlows.isActive(connection)) return this.#scheduleAgain(connection);
        await this.#run(connection, this.#closing.signal, (status, previous) => {
          willRenew =
            status === "NEEDS_AUTH" &&
            previous === "AUTHENTICATED" &&
            connection.autoReauth &&
            loginFlows.canRenew(connection);
          // The result of the renewal decides.
          return willRenew ? previous : status;
        });
        if (willRenew) await loginFlows.renew(connection, this.#closing.signal);
      } finally {
        leave();
      }
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      warn(
        `the health check of connection ${connection.id} (${connection.domain}) did not run: ${(error as Error).message}`,
      );
    }
    this.#scheduleAgain(connection);
  }

  /** The next check comes after a whole interval, even when this one could not run. */
  #scheduleAgain(given: StoredConnection): void {
    const { authConnections, clock } = this.#options;
    const connection = authConnections.current(given);
    if (connection) this.schedule({ ...connection, checkedAt: clock.now() });
  }

  async #run(
    connection: StoredConnection,
    signal: AbortSignal,
    statusAfter: (status: ConnectionStatus, previous: ConnectionStatus) => ConnectionStatus,
  ): Promise<CheckResult> {
    const { id } = connection;
    if (this.#running.has(id)) throw new ResourceError("conflict", "a check of the connection runs already");
    const stop = new AbortController();
    const work = this.#look(connection, AbortSignal.any([signal, stop.signal, this.#closing.signal]));
    this.#running.set(id, { stop, done: work.catch(() => {}) });
    try {
      const { found, sessionId } = await work;
      return this.#record(connection, found, sessionId, statusAfter);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Checks the website with the profile of a connection. */
  async #look(given: StoredConnection, signal: AbortSignal): Promise<{ found: LoginCheck; sessionId: string }> {
    const { authConnections, connectionSessions, loginFlows, profiles, warn } = this.#options;
    const { connection, profile } = authConnections.profileOf(given);
    const { postLoginUrl, loginUrl, domain, login } = connection;
    let found: LoginCheck = "unknown";
    // assumed: a check saves the profile when no other session does or is about to, because a visit renews the session of many
    // websites.
    const saveChanges = profiles.saver(profile) === undefined && !loginFlows.isActive(connection);
    const isWorthSaving = (): boolean => found === "logged-in";
    const session = await connectionSessions.start({ connection, profile, saveChanges, isWorthSaving }, signal);
    try {
      const site = {
        url: postLoginUrl ?? loginUrl ?? homePage(domain),
        signature: login?.signature && this.#filled(login.signature, connection),
      };
      found = await session.use(() => {
        const over = AbortSignal.any([signal, session.endSignal]);
        return withLoginPage(session.chromium.connection, over, (page) => checkLogin(page, site, over));
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CdpClosedError || !session.active || isTerminated(error)) throw endedAtOnce(session);
      throw error;
    } finally {
      await connectionSessions.end(session, "its health check is over");
    }
    if (session.endProblem) warn(`after a health check of connection ${connection.id}: ${session.endProblem.message}`);
    return { found, sessionId: session.id };
  }

  /** Signature whose address has the values of the credential; undefined when they are no longer stored. */
  #filled(signature: SiteSignature, { projectId, credentialId }: StoredConnection): SiteSignature | undefined {
    const { credentials } = this.#options;
    const credential = credentialId === null ? undefined : credentials.find(projectId, credentialId);
    const url = filledAddress(signature.url, credential ? credentials.valuesOf(credential) : {});
    return url === undefined ? undefined : { ...signature, url };
  }

  #record(
    given: StoredConnection,
    found: LoginCheck,
    sessionId: string,
    statusAfter: (status: ConnectionStatus, previous: ConnectionStatus) => ConnectionStatus,
  ): CheckResult {
    const { authConnections, timeline, clock } = this.#options;
    const connection = authConnections.current(given) ?? given;
    const previousStatus = connection.status;
    const status = found === "unknown" ? previousStatus : found === "logged-in" ? "AUTHENTICATED" : "NEEDS_AUTH";
    const checkedAt = clock.now();
    const recorded = authConnections.record(connection, { checkedAt, status: statusAfter(status, previousStatus) });
    if (recorded) timeline.add(connection, { type: "health_check", status, previousStatus, sessionId });
    return { found, status, previousStatus, checkedAt };
  }
}

function isTerminated(error: unknown): boolean {
  return error instanceof LoginFlowError && error.kind === "browser_session_terminated";
}
