import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";
import type { Lifetimes } from "./credential-ends.ts";

/** Access to a page of one subject, such as the live view of a session. */
export interface PageGrant<Scope extends string = string> {
  /** Id of the page's subject. */
  readonly subject: string;
  /** Part of the subject that the page may reach. */
  readonly scope: Scope;
  /** Id of the API key or the token of an invocation that the page was made with, and ends with. */
  readonly keyId: string;
}

/** Time in which a link can be opened, in milliseconds. */
export const LINK_MS = 10 * 60_000;
/** Time for which an opened page can be loaded again, in milliseconds. assumed: 12 hours, a long day's work. */
const COOKIE_MS = 12 * 60 * 60_000;
/** Time for which an expired link is still recognized as expired and not as invalid, in milliseconds. */
const MEMORY_MS = 60 * 60_000;

export interface PageLink {
  /** 24 letters, digits, `-` or `_`: short enough to be typed, or read as a small QR code. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Cookie of an opened page. */
export interface PageCookie {
  readonly value: string;
  /** Lifetime of the cookie, in seconds. */
  readonly maxAgeSeconds: number;
}

type SignedGrant<Scope extends string> = PageGrant<Scope> & { readonly expires: number };

/** Link that was handed out. */
interface IssuedLink<Scope extends string> extends PageLink {
  readonly grant: PageGrant<Scope>;
  isUsed: boolean;
}

/**
 * Links to pages of one purpose, and cookies of pages that were opened by one. Both end with the API key or the
 * invocation that they were made with; a cookie also ends with its subject, and after 12 hours. Cookies are signed with a
 * secret that lives as long as this object, so that cookies of another purpose are invalid.
 */
export class PageGrants<Scope extends string = string> {
  readonly #secret = randomBytes(32);
  readonly #noun: string;
  readonly #now: () => number;
  readonly #keys: Lifetimes;
  /** Links by their token. */
  readonly #issued = new Map<string, IssuedLink<Scope>>();
  /** Newest link of each subject and scope. */
  readonly #newest = new Map<string, IssuedLink<Scope>>();

  /**
   * @param noun word for the subject in errors
   * @param now milliseconds since 1970
   */
  constructor(noun: string, now: () => number, keys: Lifetimes) {
    this.#noun = noun;
    this.#now = now;
    this.#keys = keys;
  }

  /** Token for a link. Returns the same token until it was used or half of its lifetime is over. */
  link(grant: PageGrant<Scope>): PageLink {
    const key = linkKey(grant);
    const newest = this.#newest.get(key);
    if (newest && !newest.isUsed && newest.expires - this.#now() > LINK_MS / 2) return newest;
    this.#forgetOld();
    const token = randomBytes(18).toString("base64url");
    const link = { token, expires: this.#now() + LINK_MS, grant, isUsed: false };
    this.#issued.set(token, link);
    this.#newest.set(key, link);
    return link;
  }

  /**
   * Grant of a link that was handed out. Throws a {@link PageGrantError}: `missing`, `invalid`, or `foreign` for the token
   * of another subject.
   */
  verify(subject: string, token: string | null): PageGrant<Scope> {
    return this.#require(subject, token).grant;
  }

  /** True for a token that opens the page now. */
  isUsable(subject: string, token: string | null): boolean {
    const link = this.#issued.get(token ?? "");
    return (
      link !== undefined &&
      link.grant.subject === subject &&
      !link.isUsed &&
      this.#endOf(link.grant, link.expires) > this.#now()
    );
  }

  /** Uses a link. Throws a {@link PageGrantError} as {@link PageGrants.verify} does, `expired`, `revoked` or `used`. */
  redeem(subject: string, token: string | null): PageGrant<Scope> {
    const link = this.#require(subject, token);
    if (link.expires <= this.#now()) throw new PageGrantError("expired", "this link has expired");
    if (link.isUsed) throw new PageGrantError("used", "this link was opened already");
    if (this.#endOf(link.grant) <= this.#now()) {
      throw new PageGrantError(
        "revoked",
        "the API key of this link was deleted or has expired, or its invocation has ended",
      );
    }
    link.isUsed = true;
    return link.grant;
  }

  /** Cookie for a page that was opened by a link. */
  cookie({ subject, scope, keyId }: PageGrant<Scope>): PageCookie {
    const now = this.#now();
    const expires = this.#endOf({ keyId }, now + COOKIE_MS);
    const payload = Buffer.from(JSON.stringify({ subject, scope, keyId, expires })).toString("base64url");
    const value = `${payload}.${this.#signature(payload).toString("base64url")}`;
    return { value, maxAgeSeconds: Math.max(0, Math.floor((expires - now) / 1_000)) };
  }

  /** Calls `end` once, when the key of a grant is no longer valid. Returns a function that stops the watch. */
  watch({ keyId }: Pick<PageGrant, "keyId">, end: () => void): () => void {
    return this.#keys.watch(keyId, end);
  }

  /** Grant of a cookie that has not ended; undefined for any other text. */
  ofCookie(subject: string, value = ""): PageGrant<Scope> | undefined {
    const [payload = "", signature = ""] = value.split(".");
    const given = Buffer.from(signature, "base64url");
    const wanted = this.#signature(payload);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const { expires, ...grant } = JSON.parse(Buffer.from(payload, "base64url").toString()) as SignedGrant<Scope>;
    return grant.subject === subject && this.#endOf(grant, expires) > this.#now() ? grant : undefined;
  }

  #require(subject: string, token: string | null): IssuedLink<Scope> {
    if (token === null || token === "") throw new PageGrantError("missing", "this page needs a link of its own");
    const link = this.#issued.get(token);
    if (!link) throw new PageGrantError("invalid", "this link is not valid");
    if (link.grant.subject === subject) return link;
    throw new PageGrantError("foreign", `this link belongs to another ${this.#noun}`);
  }

  /** The earlier of a time and the end of the grant's key; a time in the past when that key is no longer valid. */
  #endOf({ keyId }: Pick<PageGrant, "keyId">, latest = Number.POSITIVE_INFINITY): number {
    return Math.min(latest, this.#keys.validUntil(keyId) ?? 0);
  }

  #signature(payload: string): Buffer {
    return createHmac("sha256", this.#secret).update(payload).digest();
  }

  #forgetOld(): void {
    for (const [token, link] of this.#issued) {
      if (link.expires + MEMORY_MS > this.#now()) continue;
      this.#issued.delete(token);
      const key = linkKey(link.grant);
      if (this.#newest.get(key) === link) this.#newest.delete(key);
    }
  }
}

/** Kinds of failures of a link to a page. */
export type PageGrantErrorKind = "expired" | "foreign" | "invalid" | "missing" | "revoked" | "used";

/** assumed: the codes; the API has none for pages. */
const answers: Answers<PageGrantErrorKind> = {
  expired: { code: "forbidden" },
  foreign: { code: "forbidden" },
  invalid: { code: "forbidden" },
  missing: { code: "forbidden" },
  revoked: { code: "forbidden" },
  used: { code: "forbidden" },
};

/** Error of a link to a page. */
export class PageGrantError extends AnsweredError<PageGrantErrorKind> {
  override readonly name = "PageGrantError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}

function linkKey({ subject, scope, keyId }: PageGrant): string {
  return `${subject} ${scope} ${keyId}`;
}

/** Value of a cookie of a request. */
export function cookieOf({ headers }: IncomingMessage, wanted: string): string | undefined {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === wanted)?.[1];
}
