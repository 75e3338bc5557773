import type { WebSocket } from "ws";
import { LIVE_CLOSE } from "../../live-view/messages.ts";
import { type PageGrant, PageGrants } from "../access/page-grants.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { StoredSession } from "../sessions/browser-table.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import type { LiveSource } from "./live-source.ts";
import { headlessSession } from "./live-view-error.ts";
import { watchHeartbeat } from "./watch-heartbeat.ts";

/** Name of the cookie of an opened page. Its path is that of the session's live view. */
export const LIVE_COOKIE = "browserctl_live_view";

export interface LiveViewsOptions {
  readonly sessions: SessionManager;
  readonly clock: Clock;
  readonly log: Log;
  /** Port the service listens on. */
  readonly port: () => number;
  /** Screen of a session. */
  readonly liveSource: (session: Session) => LiveSource;
  /** Milliseconds between two heartbeats of a viewer. */
  readonly viewerHeartbeatMs?: number | undefined;
}

/** Use of a live view: with keyboard and mouse, or watching alone. */
type LiveScope = "full" | "read-only";

/** Link to a live view. */
export interface LiveLink {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly readOnly: boolean;
}

/** Opened live view of an active session. */
export interface LiveView {
  readonly session: Session;
  readonly source: LiveSource;
  readonly readOnly: boolean;
}

/** Live views of sessions (contract 2.3 `browser_live_view_url`): links, opened pages, and their viewers. */
export class LiveViews {
  readonly #options: LiveViewsOptions;
  readonly #grants: PageGrants<LiveScope>;

  constructor(options: LiveViewsOptions) {
    this.#options = options;
    this.#grants = new PageGrants("session", () => options.clock.now());
  }

  /** Address of the live view in a session's record; undefined for a session that has none, or has ended. */
  url({ id }: Pick<StoredSession, "id">): string | undefined {
    const session = this.#options.sessions.byId(id);
    return session && !session.settings.headless ? this.#link(session, false).url : undefined;
  }

  /** Unused link to the live view of a session. Throws a {@link LiveViewError} `headless`. */
  link(session: Session, readOnly: boolean): LiveLink {
    this.#requireSource(session);
    return this.#link(session, readOnly);
  }

  /**
   * Live view of a page that is opened with a link or, when it was opened before, with its cookie. Throws a
   * `PageGrantError` for a wrong link, a `SessionError` `ended` for a session that has ended.
   */
  open(sessionId: string, token: string | null, cookie: string | undefined): LiveView {
    // An opened page is loaded again with the same address; another link replaces its cookie.
    const opened = this.#grants.isUsable(sessionId, token) ? undefined : this.#grants.ofCookie(sessionId, cookie);
    const verified = opened ?? this.#grants.verify(sessionId, token);
    const session = this.#options.sessions.requireById(verified.subject);
    const source = this.#requireSource(session);
    const { scope } = opened ?? this.#grants.redeem(sessionId, token);
    return { session, source, readOnly: scope === "read-only" };
  }

  /** Live view of an opened page. Throws as {@link LiveViews.open} does. */
  resume(sessionId: string, cookie: string | undefined): LiveView {
    return this.open(sessionId, null, cookie);
  }

  /** `Set-Cookie` of an opened page. */
  setCookie({ session, readOnly }: LiveView): string {
    const value = this.#grants.cookie(grantOf(session, readOnly));
    return `${LIVE_COOKIE}=${value}; Path=/browsers/${session.id}/live; HttpOnly; SameSite=Strict`;
  }

  /** Serves a viewer until it leaves, the session ends or its display is gone. */
  async attach({ session, source, readOnly }: LiveView, viewer: WebSocket): Promise<void> {
    const { log, viewerHeartbeatMs } = this.#options;
    const disconnect = session.connectViewer();
    const onEnd = (): void => viewer.close(LIVE_CLOSE.ended, "the session has ended");
    session.endSignal.addEventListener("abort", onEnd, { once: true });
    if (session.endSignal.aborted) onEnd();
    viewer.on("error", () => viewer.terminate());
    viewer.once("close", (code) => {
      session.endSignal.removeEventListener("abort", onEnd);
      disconnect();
      log.info({ session: session.id, code }, "a viewer disconnected");
    });
    watchHeartbeat(viewer, viewerHeartbeatMs);
    log.info({ session: session.id, read_only: readOnly }, "a viewer connected");
    try {
      await source.serve(viewer, { readOnly, signal: session.endSignal });
    } catch (error) {
      log.warn({ session: session.id, err: error }, "the display does not accept a viewer");
      viewer.close(LIVE_CLOSE.displayLost, "the display does not answer");
    }
  }

  #link(session: Session, readOnly: boolean): LiveLink {
    const { token, expires } = this.#grants.link(grantOf(session, readOnly));
    const url = `http://127.0.0.1:${this.#options.port()}/browsers/${session.id}/live?jwt=${token}`;
    return { url, expires, readOnly };
  }

  #requireSource(session: Session): LiveSource {
    if (session.settings.headless) throw headlessSession(session);
    return this.#options.liveSource(session);
  }
}

function grantOf({ id: subject }: Session, readOnly: boolean): PageGrant<LiveScope> {
  return { subject, scope: readOnly ? "read-only" : "full" };
}
