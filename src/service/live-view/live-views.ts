import type { WebSocket } from "ws";
import { LIVE_CLOSE, MAX_MESSAGE } from "../../live-view/messages.ts";
import type { Lifetimes } from "../access/credential-ends.ts";
import { type PageGrant, PageGrants } from "../access/page-grants.ts";
import type { Clock } from "../clock.ts";
import { type Answer, AnsweredError } from "../driver-error.ts";
import type { Log } from "../log.ts";
import type { StoredSession } from "../sessions/browser-table.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import type { LiveSource } from "./live-source.ts";
import { HEARTBEAT_MS, watchHeartbeat } from "./watch-heartbeat.ts";

/** Name of the cookie of an opened page. Its path is that of the session's live view. */
export const LIVE_COOKIE = "browserctl_live_view";

/**
 * Maximum number of concurrent viewers of one session. assumed: 32; each may hold some MiB of pictures and of a
 * clipboard.
 */
const MAX_VIEWERS = 32;
/** Number of heartbeats for which a viewer may wait for the session without progress. */
const STALL_BEATS = 3;
/** Time for the close frame to a viewer that broke the protocol of WebSocket, in milliseconds. */
const CLOSE_MS = 1_000;

export interface LiveViewsOptions {
  readonly sessions: SessionManager;
  readonly clock: Clock;
  readonly credentialEnds: Lifetimes;
  readonly log: Log;
  /** Port the service listens on. */
  readonly port: () => number;
  /** Screen of a session. */
  readonly liveSource: (session: Session) => LiveSource;
  /** Milliseconds between two heartbeats of a viewer. */
  readonly viewerHeartbeatMs?: number | undefined;
}

/** Rights in a live view: keyboard and mouse, or only watching. */
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
  /** Id of the API key or the token of an invocation that the view was opened with, and ends with. */
  readonly keyId: string;
}

/** Live views of sessions (contract 2.3 `browser_live_view_url`): links, opened pages, and their viewers. */
export class LiveViews {
  /** Maximum size of a viewer's message, in bytes. */
  readonly messageLimit = MAX_MESSAGE;
  readonly #options: LiveViewsOptions;
  readonly #grants: PageGrants<LiveScope>;
  /** Number of viewers by the id of their session. */
  readonly #viewers = new Map<string, number>();

  constructor(options: LiveViewsOptions) {
    this.#options = options;
    this.#grants = new PageGrants("session", () => options.clock.now(), options.credentialEnds);
  }

  /**
   * Address of the live view in a session's record, for the owner of an API key; undefined for an ended session and for
   * one without a live view.
   */
  url({ id }: Pick<StoredSession, "id">, keyId: string): string | undefined {
    const session = this.#options.sessions.byId(id);
    return session && !session.settings.headless ? this.#link(session, false, keyId).url : undefined;
  }

  /** Unused link to the live view of a session. Throws a {@link LiveViewError} `headless`. */
  link(session: Session, readOnly: boolean, keyId: string): LiveLink {
    this.#requireSource(session);
    return this.#link(session, readOnly, keyId);
  }

  /**
   * Live view of a page that is opened with a link or, when it was opened before, with its cookie. Throws a
   * `PageGrantError` for an invalid link, and a `SessionError` `ended` for an ended session.
   */
  open(sessionId: string, token: string | null, cookie: string | undefined): LiveView {
    // An opened page is loaded again with the same address; another link replaces its cookie.
    const opened = this.#grants.isUsable(sessionId, token) ? undefined : this.#grants.ofCookie(sessionId, cookie);
    const verified = opened ?? this.#grants.verify(sessionId, token);
    const session = this.#options.sessions.requireById(verified.subject);
    const source = this.#requireSource(session);
    const { scope, keyId } = opened ?? this.#grants.redeem(sessionId, token);
    return { session, source, readOnly: scope === "read-only", keyId };
  }

  /** Live view of an opened page. Throws as {@link LiveViews.open} does. */
  resume(sessionId: string, cookie: string | undefined): LiveView {
    return this.open(sessionId, null, cookie);
  }

  /** `Set-Cookie` of an opened page. */
  setCookie({ session, readOnly, keyId }: LiveView): string {
    const { value, maxAgeSeconds } = this.#grants.cookie(grantOf(session, readOnly, keyId));
    return `${LIVE_COOKIE}=${value}; Path=/browsers/${session.id}/live; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  }

  /** Serves a viewer until it leaves, the session, its API key or its invocation ends, or the display is gone. */
  async attach({ session, source, readOnly, keyId }: LiveView, viewer: WebSocket): Promise<void> {
    const { log, viewerHeartbeatMs = HEARTBEAT_MS } = this.#options;
    viewer.on("error", () => setTimeout(() => viewer.terminate(), CLOSE_MS).unref());
    const viewers = this.#viewers.get(session.id) ?? 0;
    if (viewers >= MAX_VIEWERS) {
      viewer.close(LIVE_CLOSE.busy, `the session has ${viewers} views; close one of them`);
      return;
    }
    this.#viewers.set(session.id, viewers + 1);
    const disconnect = session.connectViewer();
    const onEnd = (): void => viewer.close(LIVE_CLOSE.ended, "the session has ended");
    session.endSignal.addEventListener("abort", onEnd, { once: true });
    if (session.endSignal.aborted) onEnd();
    const revoke = (): void =>
      viewer.close(
        LIVE_CLOSE.revoked,
        "the API key that opened it was deleted or has expired, or its invocation has ended",
      );
    const unwatch = this.#grants.watch({ keyId }, revoke);
    viewer.once("close", (code) => {
      unwatch();
      session.endSignal.removeEventListener("abort", onEnd);
      disconnect();
      this.#uncount(session);
      log.info({ session: session.id, code }, "a viewer disconnected");
    });
    watchHeartbeat(viewer, viewerHeartbeatMs);
    log.info({ session: session.id, read_only: readOnly }, "a viewer connected");
    try {
      const stallMs = STALL_BEATS * viewerHeartbeatMs;
      await source.serve(viewer, { readOnly, signal: session.endSignal, stallMs });
    } catch (error) {
      log.warn({ session: session.id, err: error }, "the display does not accept a viewer");
      viewer.close(LIVE_CLOSE.displayLost, "the display does not answer");
    }
  }

  #uncount({ id }: Session): void {
    const viewers = (this.#viewers.get(id) ?? 1) - 1;
    if (viewers > 0) this.#viewers.set(id, viewers);
    else this.#viewers.delete(id);
  }

  #link(session: Session, readOnly: boolean, keyId: string): LiveLink {
    const { token, expires } = this.#grants.link(grantOf(session, readOnly, keyId));
    const url = `http://127.0.0.1:${this.#options.port()}/browsers/${session.id}/live?jwt=${token}`;
    return { url, expires, readOnly };
  }

  #requireSource(session: Session): LiveSource {
    if (session.settings.headless) throw headlessSession(session);
    return this.#options.liveSource(session);
  }
}

function grantOf({ id: subject }: Session, readOnly: boolean, keyId: string): PageGrant<LiveScope> {
  return { subject, scope: readOnly ? "read-only" : "full", keyId };
}

/** Error of a session that has no live view. assumed: the code; the API has none for live views. */
class LiveViewError extends AnsweredError<"headless"> {
  override readonly name = "LiveViewError";

  override get answer(): Answer {
    return { code: "conflict", retry: false };
  }
}

/** Error for a session that was created with `headless: true` (contract 2.2). */
function headlessSession(session: StoredSession): LiveViewError {
  const name = session.name ?? session.id;
  return new LiveViewError(
    "headless",
    `session ${JSON.stringify(name)} is headless and has no live view; create one with headless: false`,
  );
}
