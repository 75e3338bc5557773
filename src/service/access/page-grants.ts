import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";

/** Access to a page of one subject, such as the live view of a session. */
export interface PageGrant<Scope extends string = string> {
  /** Id of the record that the page is about. */
  readonly subject: string;
  /** Part of the subject that the page may reach. */
  readonly scope: Scope;
}

/** Time in which a link can be opened, in milliseconds. */
export const LINK_MS = 10 * 60_000;

/** Content of a signed text: a link opens the page once, a cookie as long as the subject is there. */
interface Claims {
  readonly use: "link" | "cookie";
  readonly subject: string;
  readonly scope: string;
  /** Milliseconds since 1970; only of a link. */
  readonly expires?: number;
  /** Makes each link unique. */
  readonly nonce?: string;
}

export interface PageLink {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Tokens of links to pages of one purpose, and cookies of pages that were opened by one. Both are signed with a key that
 * lives as long as this object, so that those of another purpose are invalid.
 */
export class PageGrants<Scope extends string = string> {
  readonly #key = randomBytes(32);
  readonly #noun: string;
  readonly #now: () => number;
  /** Unused link of each subject and scope. */
  readonly #links = new Map<string, PageLink>();
  /** Nonces of used links with the time of their expiry; one token has several spellings in base64. */
  readonly #used = new Map<string, number>();

  /**
   * @param noun word for the subject in errors
   * @param now milliseconds since 1970
   */
  constructor(noun: string, now: () => number) {
    this.#noun = noun;
    this.#now = now;
  }

  /** Token for a link. The same one until it was used or half of its time is over. */
  link(grant: PageGrant<Scope>): PageLink {
    const key = linkKey(grant);
    const current = this.#links.get(key);
    if (current && current.expires - this.#now() > LINK_MS / 2) return current;
    this.#forgetExpired();
    const expires = this.#now() + LINK_MS;
    const nonce = randomBytes(12).toString("base64url");
    const { subject, scope } = grant;
    const link = { token: this.#sign({ use: "link", subject, scope, expires, nonce }), expires };
    this.#links.set(key, link);
    return link;
  }

  /**
   * Checks the signature of a link's token. Throws a {@link PageGrantError}: `missing`, `invalid`, or `foreign` for the
   * token of another subject.
   */
  verify(subject: string, token: string | null): PageGrant<Scope> {
    return grantOf(this.#linkClaims(subject, token));
  }

  /** True for a token that opens the page now. */
  isUsable(subject: string, token: string | null): boolean {
    const claims = this.#read(token ?? "");
    if (claims?.use !== "link" || claims.subject !== subject) return false;
    return (claims.expires ?? 0) > this.#now() && !this.#used.has(claims.nonce ?? "");
  }

  /** Uses a link. Throws a {@link PageGrantError} as {@link PageGrants.verify} does, `expired`, or `used`. */
  redeem(subject: string, token: string | null): PageGrant<Scope> {
    const claims = this.#linkClaims(subject, token);
    const { expires = 0, nonce = "" } = claims;
    if (expires <= this.#now()) throw new PageGrantError("expired", "this link has expired");
    if (this.#used.has(nonce)) throw new PageGrantError("used", "this link was opened already");
    const grant = grantOf<Scope>(claims);
    this.#used.set(nonce, expires);
    this.#links.delete(linkKey(grant));
    return grant;
  }

  /** Value of the cookie for a page that was opened by a link. */
  cookie({ subject, scope }: PageGrant<Scope>): string {
    return this.#sign({ use: "cookie", subject, scope });
  }

  /** Grant of a cookie; undefined for any other text. */
  ofCookie(subject: string, value: string | undefined): PageGrant<Scope> | undefined {
    const claims = this.#read(value ?? "");
    return claims?.use === "cookie" && claims.subject === subject ? grantOf(claims) : undefined;
  }

  #linkClaims(subject: string, token: string | null): Claims {
    if (token === null || token === "") throw new PageGrantError("missing", "this page needs a link of its own");
    const claims = this.#read(token);
    if (claims?.use !== "link") throw new PageGrantError("invalid", "this link is not valid");
    if (claims.subject !== subject) {
      throw new PageGrantError("foreign", `this link belongs to another ${this.#noun}`);
    }
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

/** Kinds of failures of a link to a page. */
export type PageGrantErrorKind = "expired" | "foreign" | "invalid" | "missing" | "used";

/** assumed: the codes; the API has none for pages. */
const answers: Answers<PageGrantErrorKind> = {
  expired: { code: "forbidden" },
  foreign: { code: "forbidden" },
  invalid: { code: "forbidden" },
  missing: { code: "forbidden" },
  used: { code: "forbidden" },
};

/** Error of a link to a page. */
export class PageGrantError extends AnsweredError<PageGrantErrorKind> {
  override readonly name = "PageGrantError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}

/** Grant of signed claims: a scope was signed by the same object. */
function grantOf<Scope extends string>({ subject, scope }: Claims): PageGrant<Scope> {
  return { subject, scope: scope as Scope };
}

function linkKey({ subject, scope }: PageGrant): string {
  return `${subject} ${scope}`;
}
