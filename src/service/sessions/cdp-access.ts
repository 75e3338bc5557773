import { type CdpClientPlace, placeOfCdpToken } from "./cdp-token.ts";
import type { Session } from "./session.ts";
import { wrongCdpToken } from "./session-errors.ts";
import type { SessionManager } from "./session-manager.ts";

export interface CdpSession {
  readonly session: Session;
  readonly place: CdpClientPlace;
}

export interface CdpAccess {
  readonly sessions: SessionManager;
  /** Key of the tokens in CDP addresses. */
  readonly cdpSecret: string;
}

/**
 * Session of a CDP address, and the place of the client. Throws a {@link SessionError}: `wrong-token`, also for an unknown session so that ids
 * cannot be guessed; `ended` for a valid token of an ended session.
 */
export function requireCdpSession({ sessions, cdpSecret }: CdpAccess, id: string, token: string | null): CdpSession {
  const place = token === null ? undefined : placeOfCdpToken(cdpSecret, id, token);
  if (place === undefined) throw wrongCdpToken();
  return { session: sessions.requireById(id), place };
}
