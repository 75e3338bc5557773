import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token in a session's CDP address: for that session alone, and of no use for the API. It needs no store, because
 * it follows from the service's secret and the session's id; it ends with the session.
 */
export function cdpToken(secret: string, sessionId: string): string {
  return createHmac("sha256", secret).update(`cdp:${sessionId}`).digest("base64url");
}

/** True for the token of the session; takes the same time for every wrong one. */
export function isCdpToken(secret: string, sessionId: string, token: string): boolean {
  const wanted = Buffer.from(cdpToken(secret, sessionId));
  const given = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
