import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Token in a session's CDP address; it is valid for that session only and not for the API. It is not stored: it is
 * derived from the service's secret and the session's id, and expires with the session.
 */
export function cdpToken(secret: string, sessionId: string): string {
  return createHmac("sha256", secret).update(`cdp:${sessionId}`).digest("base64url");
}

/** True for the session's token; compares in constant time. */
export function isCdpToken(secret: string, sessionId: string, token: string): boolean {
  const wanted = Buffer.from(cdpToken(secret, sessionId));
  const given = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
