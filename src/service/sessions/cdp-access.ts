import { ApiError } from "../api-error.ts";
import type { ServiceContext } from "../service-context.ts";
import { isCdpToken } from "./cdp-token.ts";
import type { Session } from "./session.ts";

/**
 * The session a CDP address leads to. Throws 401 for a missing or wrong token, also where there is no such session, so
 * that nobody learns ids; 404 `browser_deleted` when the token is right and the session has ended.
 */
export function requireCdpSession(context: ServiceContext, id: string, token: string | null): Session {
  if (token === null || !isCdpToken(context.cdpSecret, id, token)) {
    throw new ApiError(401, "unauthorized", "the token of the CDP address is missing or not valid");
  }
  return context.sessions.requireById(id);
}
