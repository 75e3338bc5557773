import { commandLine } from "../../core/command-line.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { table } from "../../core/table.ts";
import type { Clock } from "../clock.ts";
import type { CredentialProviders } from "../credential-providers/credential-providers.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { AnsweredError } from "../driver-error.ts";
import { background } from "../error-owner.ts";
import { canReauth, type PlanState } from "../login/decide/can-reauth.ts";
import { requirementsOf } from "../login/decide/taught-plan.ts";
import type { SentTo } from "../login/drive/login-page.ts";
import type { PagePicture } from "../login/drive/page-picture.ts";
import type { LoginInput, LoginResult } from "../login/flow/flow-types.ts";
import { endPhase } from "../login/flow/login-phases.ts";
import { runLogin } from "../login/flow/login-run.ts";
import { unattendedDialog } from "../login/flow/unattended.ts";
import { withLoginPage } from "../login/flow/with-login-page.ts";
import type { Session } from "../sessions/session.ts";
import { ResourceError } from "../store/resource-error.ts";
import { mayEnterCredentials } from "./allowed-domains.ts";
import type { ConnectionBrowser, LoginMemory, StoredConnection } from "./auth-connection-table.ts";
import type { AuthConnections } from "./auth-connections.ts";
import { reauthFacts } from "./connection-record.ts";
import type { ConnectionSessions } from "./connection-sessions.ts";
import { failed, failureOf, sessionTerminated } from "./login-failure.ts";
import { type FlowState, LoginFlow } from "./login-flow.ts";
import { type LoginPlans, planState } from "./login-plans.ts";
import type { LoginScreenshots } from "./login-screenshots.ts";
import { type LoginValues, readLoginValues, storedCredentialOf } from "./login-values.ts";
import { saveGivenValues } from "./save-given-values.ts";
import type { Timeline } from "./timeline.ts";
import type { StoredTimelineEntry } from "./timeline-table.ts";

export interface LoginFlowsOptions {
  readonly authConnections: AuthConnections;
  readonly connectionSessions: ConnectionSessions;
  readonly timeline: Timeline;
  readonly credentials: Credentials;
  readonly credentialProviders: CredentialProviders;
  readonly loginPlans: LoginPlans;
  readonly loginScreenshots: LoginScreenshots;
  readonly clock: Clock;
  readonly warn: (line: string) => void;
}

/** Flow and the session that it runs in. */
export interface FlowInSession {
  readonly flow: LoginFlow;
  readonly session: Session;
}

/** Running login, and its work until everything of it is removed. */
interface RunningLogin extends FlowInSession {
  readonly done: Promise<void>;
}

/** Flow and the entry of the timeline that records it. */
interface RecordedFlow {
  readonly flow: LoginFlow;
  readonly entry: StoredTimelineEntry;
}

/** Login that is about to begin. */
interface Beginning {
  readonly connection: StoredConnection;
  readonly type: "LOGIN" | "REAUTH";
  readonly browser?: ConnectionBrowser;
}

/** Logins of auth connections: one at a time for each, in a browser with the connection's profile. */
export class LoginFlows {
  readonly #options: LoginFlowsOptions;
  readonly #running = new Map<string, RunningLogin>();
  /** Connections whose login is about to start. */
  readonly #starting = new Set<string>();
  readonly #turns = new Map<string, Semaphore>();
  #onLoggedIn: (connection: StoredConnection) => void = () => {};
  #onStarting: (connection: StoredConnection) => Promise<void> = async () => {};

  constructor(options: LoginFlowsOptions) {
    this.#options = options;
  }

  /** True while a login runs or starts. */
  get busy(): boolean {
    return this.#running.size + this.#starting.size > 0;
  }

  /** Running flow of a connection, and its session. */
  running({ id }: Pick<StoredConnection, "id">): FlowInSession | undefined {
    return this.#running.get(id);
  }

  /** Resolves when a finished login of a connection has left its page; at once for a running login. */
  async left({ id }: Pick<StoredConnection, "id">): Promise<void> {
    const running = this.#running.get(id);
    if (running?.flow.isOver) await running.done;
  }

  /** True while a login of a connection runs or starts, which needs the profile for itself. */
  isActive({ id }: Pick<StoredConnection, "id">): boolean {
    return this.#starting.has(id) || this.#running.get(id)?.flow.isOver === false;
  }

  /** Throws a {@link ResourceError} `conflict` while a login of a connection runs or starts. */
  requireNone({ id }: Pick<StoredConnection, "id">): void {
    if (this.isActive({ id })) throw alreadyRunning(id);
  }

  /**
   * Starts a login; resolves when its browser runs. Throws a {@link ResourceError} `conflict` while another login of
   * the connection runs, and the errors of `ConnectionSessions.start`. Nothing is recorded then.
   */
  start(
    connection: StoredConnection,
    browser: ConnectionBrowser | undefined,
    signal: AbortSignal,
  ): Promise<FlowInSession> {
    return this.#begin({ connection, type: "LOGIN", ...(browser && { browser }) }, signal);
  }

  /** Logs in again without a person, with stored values, and records the result. */
  async renew(connection: StoredConnection, signal: AbortSignal): Promise<void> {
    const { timeline } = this.#options;
    try {
      const { done } = await this.#begin({ connection, type: "REAUTH" }, signal);
      await done;
    } catch (error) {
      if (!(error instanceof AnsweredError)) throw error;
      // Somebody logs in by hand.
      if (this.#running.has(connection.id) || this.#starting.has(connection.id)) return;
      const failure = { errorCode: error.answer.code, errorMessage: error.message };
      timeline.add(connection, { type: "reauth", status: "FAILED", step: "DISCOVERING", ...failure });
      this.#recordFailedRenewal(connection, error.answer.code);
    }
  }

  /** Calls a function after each successful login, with the connection as it is then. */
  onLoggedIn(listener: (connection: StoredConnection) => void): void {
    this.#onLoggedIn = listener;
  }

  /** Calls a function before each login, which waits for it. From then on the connection is {@link isActive}. */
  onStarting(listener: (connection: StoredConnection) => Promise<void>): void {
    this.#onStarting = listener;
  }

  /** True when an expired session can be renewed without a person. */
  canRenew(connection: StoredConnection): boolean {
    return canReauth(reauthFacts(connection, this.#options.authConnections.facts(connection))).can_reauth;
  }

  /** Ends the login of a connection and waits until everything of it is removed. */
  async cancel({ id }: Pick<StoredConnection, "id">, message: string): Promise<void> {
    const running = this.#running.get(id);
    if (!running) throw new ResourceError("conflict", "no login of the connection runs");
    running.flow.cancel(message);
    await running.done;
  }

  /** Ends the login of a connection that is deleted, if any. */
  async forget({ id }: Pick<StoredConnection, "id">): Promise<void> {
    const running = this.#running.get(id);
    if (!running) return;
    running.flow.end({ status: "CANCELED", error: { code: "canceled", message: "the connection was deleted" } });
    await running.done;
  }

  /** Fails every login. */
  async close(reason: string): Promise<void> {
    const error = { code: "service_stopped", message: `${reason}; log in again` };
    for (const { flow } of this.#running.values()) flow.end({ status: "FAILED", error });
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #begin({ connection: given, type, browser }: Beginning, signal: AbortSignal): Promise<RunningLogin> {
    const { authConnections, connectionSessions } = this.#options;
    const { id } = given;
    this.requireNone(given);
    this.#starting.add(id);
    try {
      await this.#onStarting(given);
      // The session of the last login may still end.
      await this.#running.get(id)?.done;
      const { connection, profile } = authConnections.profileOf(given);
      let isLoggedIn = false;
      const session = await connectionSessions.start(
        { connection, profile, browser, saveChanges: true, isWorthSaving: () => isLoggedIn },
        signal,
      );
      endPhase("start");
      try {
        const recorded = this.#newFlow(connection, type, session);
        const done = this.#run(connection, recorded, session, () => {
          isLoggedIn = true;
        });
        const running = { flow: recorded.flow, session, done };
        this.#running.set(id, running);
        background(done.then(() => this.#running.delete(id)));
        return running;
      } catch (error) {
        await connectionSessions.end(session, "its login did not start");
        throw error;
      }
    } finally {
      this.#starting.delete(id);
    }
  }

  /** Flow whose states are recorded in the timeline. */
  #newFlow(connection: StoredConnection, type: Beginning["type"], session: Session): RecordedFlow {
    const { timeline, clock } = this.#options;
    const entry = timeline.add(connection, {
      type: type === "LOGIN" ? "login" : "reauth",
      status: "IN_PROGRESS",
      step: "DISCOVERING",
      sessionId: session.id,
    });
    const onState = (state: FlowState): void => {
      const { status, step, websiteError = null } = state;
      const { code = null, message = null } = "error" in state ? state.error : {};
      this.#note(entry, { status, step, websiteError, errorCode: code, errorMessage: message });
    };
    return { flow: new LoginFlow({ connectionId: connection.id, entryId: entry.id, type, clock, onState }), entry };
  }

  /** Changes the entry of a login in the timeline. Never throws: the login goes on without it. */
  #note(entry: StoredTimelineEntry, change: Parameters<Timeline["update"]>[1]): void {
    const { timeline, warn } = this.#options;
    try {
      timeline.update(entry, change);
    } catch (cause) {
      warn(`the state of a login of connection ${entry.connectionId} was not recorded: ${(cause as Error).message}`);
    }
  }

  /** Runs a login to its end. Never rejects. */
  async #run(
    connection: StoredConnection,
    recorded: RecordedFlow,
    session: Session,
    onLoggedIn: () => void,
  ): Promise<void> {
    const { connectionSessions, warn } = this.#options;
    const { flow } = recorded;
    const onSessionEnd = (): void => flow.end(failed(sessionTerminated(session)));
    session.endSignal.addEventListener("abort", onSessionEnd, { once: true });
    try {
      const result = await session.use(() => this.#logIn(connection, recorded, session));
      // The login may have been canceled at the last moment.
      flow.signal.throwIfAborted();
      flow.complete();
      session.endSignal.removeEventListener("abort", onSessionEnd);
      onLoggedIn();
      await connectionSessions.end(session, "its login has succeeded");
      endPhase("save");
      if (session.endProblem) throw session.endProblem;
      this.#remember(connection, result);
      flow.end({ status: "SUCCESS", postLoginUrl: result.postLoginUrl });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === "internal_error") {
        warn(`the login of connection ${connection.id} failed: ${(error as Error).stack ?? error}`);
      }
      if (flow.type === "REAUTH") this.#recordFailedRenewal(connection, failure.code);
      flow.end(failed(failure));
    } finally {
      session.endSignal.removeEventListener("abort", onSessionEnd);
      await connectionSessions.end(session, `its login is over (${flow.state.status})`);
    }
  }

  async #logIn(connection: StoredConnection, { flow, entry }: RecordedFlow, session: Session): Promise<LoginResult> {
    const values = await readLoginValues(this.#options, connection, flow.signal);
    return withLoginPage(session.chromium.connection, flow.signal, (page) => {
      const dialog = flow.type === "LOGIN" ? flow : unattendedDialog((step) => flow.step(step));
      const onEnd = (sentTo: readonly SentTo[]): void => this.#note(entry, { sentTo });
      const onFailure: LoginInput["onFailure"] = (picture) => this.#keepPicture(connection, { flow, entry }, picture);
      return runLogin(page, { ...this.#inputOf(connection, flow, values), onEnd, onFailure }, dialog, flow.signal);
    });
  }

  /** Keeps a picture of the page on which a login has failed or expired. Never rejects. */
  async #keepPicture(
    connection: StoredConnection,
    { flow, entry }: RecordedFlow,
    picture: () => Promise<PagePicture | undefined>,
  ): Promise<void> {
    const { loginScreenshots, warn } = this.#options;
    if (flow.isOver && flow.state.status !== "EXPIRED") return;
    try {
      const taken = await picture();
      if (!taken || !this.#options.authConnections.current(connection)) return;
      loginScreenshots.add(connection, entry.id, taken);
      flow.hasPicture = true;
    } catch (cause) {
      warn(`the screenshot of a failed login of connection ${connection.id} was not kept: ${(cause as Error).message}`);
    }
  }

  #inputOf(connection: StoredConnection, flow: LoginFlow, { owner, ...values }: LoginValues): LoginInput {
    const { clock, loginPlans } = this.#options;
    const { domain, allowedDomains, loginUrl, login } = connection;
    const startUrl = loginUrl ?? homePage(domain);
    return {
      startUrl,
      isLoginPage: loginUrl !== null,
      domain,
      isAllowed: (address, from) => mayEnterCredentials({ domain, allowedDomains, startUrl }, address, from),
      ...values,
      takeTurn: (signal) => this.#turnsOf(owner).enter(signal),
      isUnattended: flow.type === "REAUTH",
      clock,
      ...(login && { plan: login.plan }),
      lessons: this.#lessonsOf(connection, flow),
      onDoing: (sentence) => flow.say(sentence),
      onReplay: (id, failure) => loginPlans.tried(connection, id, failure),
    };
  }

  /** Plans that a login may replay: a person who is there may try one that has failed, after the others. */
  #lessonsOf(connection: StoredConnection, { type }: LoginFlow) {
    const credential = storedCredentialOf(this.#options, connection);
    const plans = this.#options.loginPlans.of(connection);
    const [failed, others] = [true, false].map((is) =>
      plans.filter((plan) => (planState(plan, credential) === "failed") === is),
    );
    return [...(others ?? []), ...(type === "REAUTH" ? [] : (failed ?? []))];
  }

  /** Turns with the values of a credential: its connections take turns. */
  #turnsOf(owner: string | undefined): Semaphore {
    const turns = (owner !== undefined && this.#turns.get(owner)) || new Semaphore(1);
    if (owner !== undefined) this.#turns.set(owner, turns);
    return turns;
  }

  /** Stores the results of a login, and the values that a person gave. */
  #remember(given: StoredConnection, result: LoginResult): void {
    const { authConnections, clock, credentials, loginPlans, warn } = this.#options;
    const { postLoginUrl, ssoProvider = null } = result;
    // Settings may have changed during the login.
    const connection = authConnections.current(given);
    if (!connection) return;
    const signature = result.signature ?? connection.login?.signature;
    const now = clock.now();
    const credentialId = connection.saveCredentials
      ? saveGivenValues({ credentials, connection, values: result.values, warn })
      : undefined;
    const loggedIn = authConnections.record(connection, {
      status: "AUTHENTICATED",
      loggedInAt: now,
      postLoginUrl,
      ssoProvider,
      login: { ...memoryOf(result, connection.login, now), ...(signature && { signature }) },
      ...(credentialId !== undefined && { credentialId }),
    });
    if (result.taught) loginPlans.add(connection, result.taught);
    if (loggedIn) this.#onLoggedIn(loggedIn);
  }

  #recordFailedRenewal(given: StoredConnection, code: string): void {
    const { authConnections, clock } = this.#options;
    const connection = authConnections.current(given);
    if (!connection) return;
    const { login } = connection;
    const planState = planStateAfter.get(code);
    const tried = login && planState && { login: { ...login, planState, triedAt: clock.now() } };
    authConnections.record(connection, { status: "NEEDS_AUTH", ...tried });
  }
}

/**
 * Memory of a login: what the service did itself; what it needs where a person has shown it. A login by a shown plan
 * changes nothing of it.
 */
function memoryOf(result: LoginResult, last: StoredConnection["login"], triedAt: number): LoginMemory {
  if (result.isReplayed && last) return last;
  const requirements = result.taught ? requirementsOf(result.taught) : result.requirements;
  return { plan: result.plan, planState: result.planState, triedAt, requirements };
}

/** State of the stored plan after a renewal that failed with a code; it does not change with other codes. */
const planStateAfter = table<PlanState>({
  credentials_invalid: "failed",
  input_required: "failed",
  login_failed: "failed",
  no_login_form: "failed",
  unsupported_auth_method: "needs-external-action",
});

/** Page of a domain from which its login page is searched. */
export function homePage(domain: string): string {
  return `https://${domain}/`;
}

function alreadyRunning(id: string): ResourceError {
  const message = `a login of the connection "${id}" runs already: follow it with \`${commandLine`auth connections watch ${id}`}\`, or end it with \`${commandLine`auth connections cancel ${id}`}\``;
  return new ResourceError("conflict", message);
}
