import type { Lifetimes } from "../access/credential-ends.ts";
import type { LoginTokens } from "../access/login-tokens.ts";
import { type PageGrant, PageGrantError, PageGrants } from "../access/page-grants.ts";
import type { Clock } from "../clock.ts";
import type { StoredConnection } from "../managed-auth/auth-connection-table.ts";
import type { LoginFlow } from "../managed-auth/login-flow.ts";
import type { Session } from "../sessions/session.ts";

/** Name of the cookie of an opened page. Its path is that of the connection's page. */
export const HOSTED_COOKIE = "browserctl_login";

/** Time for which the result of a login is shown, in milliseconds. */
const OUTCOME_MS = 60 * 60_000;

/** Login with a page on which a person can complete it. */
export interface HostedLogin {
  readonly connection: Pick<StoredConnection, "id" | "projectId" | "domain" | "profileName">;
  readonly flow: LoginFlow;
  readonly session: Pick<Session, "id">;
  /** Id of the API key or the token of an invocation that the page was made with, and ends with. */
  readonly keyId: string;
}

/** Link to the page of a login. */
export interface HostedLink {
  readonly url: string;
  /** Code in the link; it opens the page or is exchanged for a token, once. */
  readonly code: string;
}

export interface HostedLoginsOptions {
  readonly clock: Clock;
  readonly credentialEnds: Lifetimes;
  /** Port the service listens on. */
  readonly port: () => number;
  readonly loginTokens: LoginTokens;
}

/** Pages of logins (spec 2.1 `hosted_url`): one-time links, opened pages, and tokens for pages of others. */
export class HostedLogins {
  readonly #options: HostedLoginsOptions;
  readonly #grants: PageGrants;
  /** Newest login for each connection that has a link. */
  readonly #logins = new Map<string, HostedLogin>();

  constructor(options: HostedLoginsOptions) {
    this.#options = options;
    this.#grants = new PageGrants("connection", () => options.clock.now(), options.credentialEnds);
  }

  /** Unused link to the page of a running login. */
  link(login: HostedLogin): HostedLink {
    const { connection, flow } = login;
    if (this.#logins.get(connection.id)?.flow !== flow) this.#remember(login);
    const { token: code } = this.#grants.link(grantOf(login));
    const url = `http://127.0.0.1:${this.#options.port()}${pagePath(connection.id)}?code=${code}`;
    return { url, code };
  }

  /** Uses the code of a link. Throws a {@link PageGrantError}; `expired` also for a login that is over. */
  open(connectionId: string, code: string | null): HostedLogin {
    const login = this.#of(this.#grants.verify(connectionId, code));
    if (!login || login.flow.isOver) throw new PageGrantError("expired", "the login of this link is over");
    this.#grants.redeem(connectionId, code);
    return login;
  }

  /** True for a code that opens the page now. */
  isUsable(connectionId: string, code: string): boolean {
    return this.#grants.isUsable(connectionId, code);
  }

  /** Login of an opened page, also for a while after its end. Throws a {@link PageGrantError}. */
  resume(connectionId: string, cookie: string | undefined): HostedLogin {
    const grant = this.#grants.ofCookie(connectionId, cookie);
    if (!grant) throw new PageGrantError("missing", "this page needs a link of its own");
    const login = this.#of(grant);
    if (!login) throw new PageGrantError("expired", "this page is of an earlier login of the connection");
    return login;
  }

  /** True for the cookie of an opened page whose login is shown. */
  isOpen(connectionId: string, cookie: string | undefined): boolean {
    const grant = this.#grants.ofCookie(connectionId, cookie);
    return grant !== undefined && this.#of(grant) !== undefined;
  }

  /** `Set-Cookie` of an opened page. */
  setCookie(login: HostedLogin): string {
    const { value, maxAgeSeconds } = this.#grants.cookie(grantOf(login));
    const path = pagePath(login.connection.id);
    return `${HOSTED_COOKIE}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  }

  /** Exchanges a code for a bearer token of its login. Throws as {@link HostedLogins.open} does. */
  exchange(connectionId: string, code: string): string {
    const { connection, flow, keyId } = this.open(connectionId, code);
    const revoked = new AbortController();
    const unwatch = this.#grants.watch({ keyId }, () => revoked.abort());
    flow.signal.addEventListener("abort", unwatch, { once: true });
    const over = AbortSignal.any([flow.signal, revoked.signal]);
    return this.#options.loginTokens.issue({ projectId: connection.projectId, connectionId, keyId }, over);
  }

  /** Calls `end` once, when the key of an opened page is no longer valid. Returns a function that stops the watch. */
  watch({ keyId }: Pick<HostedLogin, "keyId">, end: () => void): () => void {
    return this.#grants.watch({ keyId }, end);
  }

  #of({ subject, scope, keyId }: PageGrant): HostedLogin | undefined {
    const login = this.#logins.get(subject);
    return login?.flow.id === scope ? { ...login, keyId } : undefined;
  }

  #remember(login: HostedLogin): void {
    const { connection, flow } = login;
    this.#logins.set(connection.id, login);
    const forget = (): void => {
      if (this.#logins.get(connection.id) === login) this.#logins.delete(connection.id);
    };
    const onEnd = (): void => {
      this.#options.clock.schedule(OUTCOME_MS, forget);
    };
    if (flow.isOver) onEnd();
    else flow.signal.addEventListener("abort", onEnd, { once: true });
  }
}

/** Path of the page of a connection's login. */
export function pagePath(connectionId: string): string {
  return `/auth/connections/${connectionId}/hosted`;
}

function grantOf({ connection, flow, keyId }: HostedLogin): PageGrant {
  return { subject: connection.id, scope: flow.id, keyId };
}
