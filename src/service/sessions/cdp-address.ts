import { createHmac, timingSafeEqual } from "node:crypto";
import type { Session } from "./session.ts";
import { wrongCdpToken } from "./session-errors.ts";
import type { SessionManager } from "./session-manager.ts";

/**
 * Place of a CDP client: code that the session executes, its REPL, whose connection alone is no activity, or any program
 * that has the session's record.
 */
export type CdpClientPlace = "session" | "repl" | "anywhere";

const places: readonly CdpClientPlace[] = ["anywhere", "session", "repl"];

/**
 * Token in a session's CDP address; it is valid only for that session, and not for the API. It is not stored, but
 * derived from the service's secret and the session's id, and expires with the session. Code in the session has a
 * separate token, which identifies its clients.
 */
export function cdpToken(secret: string, sessionId: string, place: CdpClientPlace = "anywhere"): string {
  const purpose = place === "anywhere" ? "cdp" : `cdp-${place}`;
  return createHmac("sha256", secret).update(`${purpose}:${sessionId}`).digest("base64url");
}

/** Place of the client that has a token of the session; undefined for any other token. Compares in constant time. */
export function placeOfCdpToken(secret: string, sessionId: string, token: string): CdpClientPlace | undefined {
  const given = Buffer.from(token);
  return places.find((place) => {
    const wanted = Buffer.from(cdpToken(secret, sessionId, place));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** Parts of a service's CDP addresses. */
interface CdpAddress {
  /** Key of the tokens. */
  readonly cdpSecret: string;
  /** Port the service listens on; 0 before it listens. */
  readonly port: () => number;
}

/** Address of a session's CDP WebSocket, with its token (contract 2.3 `cdp_ws_url`). */
export function cdpUrl({ cdpSecret, port }: CdpAddress, sessionId: string, place?: CdpClientPlace): string {
  return `ws://127.0.0.1:${port()}/browsers/${sessionId}/cdp?jwt=${cdpToken(cdpSecret, sessionId, place)}`;
}

interface CdpSession {
  readonly session: Session;
  readonly place: CdpClientPlace;
}

interface CdpAccess {
  readonly sessions: SessionManager;
  /** Key of the tokens in CDP addresses. */
  readonly cdpSecret: string;
}

/**
 * Session of a CDP address, and the place of the client. Throws a {@link SessionError}: `wrong-token`, also for an unknown
 * session so that ids cannot be guessed; `ended` for a valid token of an ended session.
 */
export function requireCdpSession({ sessions, cdpSecret }: CdpAccess, id: string, token: string | null): CdpSession {
  const place = token === null ? undefined : placeOfCdpToken(cdpSecret, id, token);
  if (place === undefined) throw wrongCdpToken();
  return { session: sessions.requireById(id), place };
}
