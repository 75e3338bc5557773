import type { Clock } from "../clock.ts";
import { profileLaunchHook } from "../profiles/profile-launch-hook.ts";
import type { StoredProfile } from "../profiles/profile-table.ts";
import { type Profiles, profileRecord } from "../profiles/profiles.ts";
import { type ChosenProxy, proxySetting } from "../proxies/chosen-proxy.ts";
import type { Proxies } from "../proxies/proxies.ts";
import { SessionProxy } from "../proxies/session-proxy.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import type { ConnectionBrowser, StoredConnection } from "./auth-connection-table.ts";

/** Size of the page. assumed: a common one of laptops; the API leaves it to the service (spec 2.2). */
export const VIEWPORT = { width: 1280, height: 800 };
/** Idle time in seconds, for a forgotten session; the work in it counts as use. */
const IDLE_SECONDS = 600;

export interface ConnectionSessionsOptions {
  readonly sessions: SessionManager;
  readonly profiles: Profiles;
  readonly proxies: Proxies;
  readonly clock: Clock;
  readonly warn: (line: string) => void;
}

export interface NewConnectionSession {
  readonly connection: StoredConnection;
  readonly profile: StoredProfile;
  /** Configuration for this session alone; that of the connection when omitted. */
  readonly browser?: ConnectionBrowser | undefined;
  /** True for the only session that saves to the profile. */
  readonly saveChanges: boolean;
  /** Decides at the end whether the changes are saved. */
  readonly isWorthSaving: () => boolean;
}

/**
 * Sessions of auth connections. All have a window, the same size and the same settings, so that a website sees the same
 * browser in logins and checks, and a live view can be opened.
 */
export class ConnectionSessions {
  readonly #options: ConnectionSessionsOptions;

  constructor(options: ConnectionSessionsOptions) {
    this.#options = options;
  }

  /** Starts a session with the profile of a connection. Throws as `SessionManager.create` and `Profiles.claim` do. */
  start(session: NewConnectionSession, signal: AbortSignal): Promise<Session> {
    const { sessions, profiles, clock, warn } = this.#options;
    const { connection, profile, saveChanges, isWorthSaving, browser = connection.browser } = session;
    const { projectId } = connection;
    const proxy = this.#proxyOf(connection, browser);
    const settings = {
      headless: false,
      stealth: browser.stealth,
      timeout_seconds: IDLE_SECONDS,
      viewport: VIEWPORT,
      telemetry: browser.telemetry,
      ...proxySetting(proxy),
      profile: { record: profileRecord(profile), saveChanges },
    };
    const hooks = [
      profileLaunchHook({ profiles, profile, saveChanges, isWorthSaving, clock }),
      new SessionProxy(proxy.proxy, warn),
    ];
    return sessions.create({ projectId, name: null, settings, hooks }, signal);
  }

  /** Ends a session. Idempotent. Resolves when everything of it is removed and its profile is saved. */
  end(session: Session, reason: string): Promise<void> {
    return this.#options.sessions.end(session, reason);
  }

  #proxyOf({ projectId }: StoredConnection, { proxy }: ConnectionBrowser): ChosenProxy {
    if (!proxy) return {};
    if ("mode" in proxy) return { mode: proxy.mode };
    return { proxy: this.#options.proxies.require(projectId, proxy.id) };
  }
}
