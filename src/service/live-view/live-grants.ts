import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LiveViewError } from "./live-view-error.ts";

/** Access to the live view of one session. */
export interface Grant {
  readonly sessionId: string;
  readonly readOnly: boolean;
}

/** Time in which a link can be opened, in milliseconds. */
export const LINK_MS = 10 * 60_000;

/** Content of a signed text: a link opens the page once, a cookie as long as the session lives. */
interface Claims {
  readonly use: "link" | "cookie";
  readonly session: string;
  readonly readOnly: boolean;
  /** Milliseconds since 1970; only of a link. */
  readonly expires?: number;
  /** Makes each link unique. */
  readonly nonce?: string;
}

interface Link {
  readonly token: string;
  readonly expires: number;
}

/**
 * Tokens of links to live views, and cookies of pages that were opened by one. Both are signed with a key that lives as
 * long as this object.
 */
export class LiveGrants {
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  /** Unused link of each session, and its read-only one. */
  readonly #links = new Map<string, Link>();
  /** Nonces of used links with the time of their expiry; one token has several spellings in base64. */
  readonly #used = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Token for a link. The same one until it was used or half of its time is over. */
  link(grant: Grant): Link {
    const key = linkKey(grant);
    const current = this.#links.get(key);
    if (current && current.expires - this.#now() > LINK_MS / 2) return current;
    this.#forgetExpired();
    const expires = this.#now() + LINK_MS;
    const nonce = randomBytes(12).toString("base64url");
    const { sessionId: session, readOnly } = grant;
    const link = { token: this.#sign({ use: "link", session, readOnly, expires, nonce }), expires };
    this.#links.set(key, link);
    return link;
  }

  /**
   * Checks the signature of a link's token. Throws a {@link LiveViewError}: `missing`, `invalid`, or `foreign` for the
   * token of another session.
   */
  verify(sessionId: string, token: string | null): Grant {
    const { session, readOnly } = this.#linkClaims(sessionId, token);
    return { sessionId: session, readOnly };
  }

  /** True for a token that opens the page now. */
  isUsable(sessionId: string, token: string | null): boolean {
    const claims = this.#read(token ?? "");
    if (claims?.use !== "link" || claims.session !== sessionId) return false;
    return (claims.expires ?? 0) > this.#now() && !this.#used.has(claims.nonce ?? "");
  }

  /** Uses a link. Throws a {@link LiveViewError} as {@link LiveGrants.verify} does, `expired`, or `used`. */
  redeem(sessionId: string, token: string | null): Grant {
    const { session, readOnly, expires = 0, nonce = "" } = this.#linkClaims(sessionId, token);
    if (expires <= this.#now()) throw new LiveViewError("expired", "this link has expired");
    if (this.#used.has(nonce)) throw new LiveViewError("used", "this link was opened already");
    const grant = { sessionId: session, readOnly };
    this.#used.set(nonce, expires);
    this.#links.delete(linkKey(grant));
    return grant;
  }

  /** Value of the cookie for a page that was opened by a link. */
  cookie({ sessionId: session, readOnly }: Grant): string {
    return this.#sign({ use: "cookie", session, readOnly });
  }

  /** Grant of a cookie; undefined for any other text. */
  ofCookie(sessionId: string, value: string | undefined): Grant | undefined {
    const claims = this.#read(value ?? "");
    if (claims?.use !== "cookie" || claims.session !== sessionId) return undefined;
    return { sessionId, readOnly: claims.readOnly };
  }

  #linkClaims(sessionId: string, token: string | null): Claims {
    if (token === null || token === "") throw new LiveViewError("missing", "this page needs a link of its own");
    const claims = this.#read(token);
    if (claims?.use !== "link") throw new LiveViewError("invalid", "this link is not valid");
    if (claims.session !== sessionId) throw new LiveViewError("foreign", "this link belongs to another session");
    return claims;
  }

  #sign(claims: Claims): string {
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${payload}.${this.#signature(payload).toString("base64url")}`;
  }

  #read(text: string): Claims | undefined {
    const [payload = "", signature = ""] = text.split(".");
    const given = Buffer.from(signature, "base64url");
    const wanted = this.#signature(payload);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    return JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
  }

  #signature(payload: string): Buffer {
    return createHmac("sha256", this.#key).update(payload).digest();
  }

  #forgetExpired(): void {
    const now = this.#now();
    for (const [nonce, expires] of this.#used) if (expires <= now) this.#used.delete(nonce);
    for (const [key, { expires }] of this.#links) if (expires <= now) this.#links.delete(key);
  }
}

function linkKey({ sessionId, readOnly }: Grant): string {
  return `${sessionId} ${readOnly ? "read-only" : "full"}`;
}
