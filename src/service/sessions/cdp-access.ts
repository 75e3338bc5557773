import { isCdpToken } from "./cdp-token.ts";
import type { Session } from "./session.ts";
import { wrongCdpToken } from "./session-errors.ts";
import type { SessionManager } from "./session-manager.ts";

export interface CdpAccess {
  readonly sessions: SessionManager;
  /** Key of the tokens in CDP addresses. */
  readonly cdpSecret: string;
}

/**
 * The session a CDP address leads to. Throws a {@link SessionError}: `wrong-token` also where there is no such session,
 * so that nobody learns ids; `ended` when the token is right and the session has ended.
 */
export function requireCdpSession({ sessions, cdpSecret }: CdpAccess, id: string, token: string | null): Session {
  if (token === null || !isCdpToken(cdpSecret, id, token)) {
    throw wrongCdpToken();
  }
  return sessions.requireById(id);
}
