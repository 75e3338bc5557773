import { createHmac, timingSafeEqual } from "node:crypto";

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
