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
/** Time for which an expired link is told from an invalid one, in milliseconds. */
const MEMORY_MS = 60 * 60_000;

export interface PageLink {
  /** 24 letters, digits, `-` or `_`: short enough to be typed, or read as a small QR code. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Link that was handed out. */
interface IssuedLink<Scope extends string> extends PageLink {
  readonly grant: PageGrant<Scope>;
  isUsed: boolean;
}

/**
 * Links to pages of one purpose, and cookies of pages that were opened by one. A cookie is valid as long as its subject is
 * there: it is signed with a key that lives as long as this object, so that cookies of another purpose are invalid.
 */
export class PageGrants<Scope extends string = string> {
  readonly #key = randomBytes(32);
  readonly #noun: string;
  readonly #now: () => number;
  /** Links by their token. */
  readonly #issued = new Map<string, IssuedLink<Scope>>();
  /** Newest link of each subject and scope. */
  readonly #newest = new Map<string, IssuedLink<Scope>>();

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
    return link !== undefined && link.grant.subject === subject && !link.isUsed && link.expires > this.#now();
  }

  /** Uses a link. Throws a {@link PageGrantError} as {@link PageGrants.verify} does, `expired`, or `used`. */
  redeem(subject: string, token: string | null): PageGrant<Scope> {
    const link = this.#require(subject, token);
    if (link.expires <= this.#now()) throw new PageGrantError("expired", "this link has expired");
    if (link.isUsed) throw new PageGrantError("used", "this link was opened already");
    link.isUsed = true;
    return link.grant;
  }

  /** Value of the cookie for a page that was opened by a link. */
  cookie({ subject, scope }: PageGrant<Scope>): string {
    const payload = Buffer.from(JSON.stringify({ subject, scope })).toString("base64url");
    return `${payload}.${this.#signature(payload).toString("base64url")}`;
  }

  /** Grant of a cookie; undefined for any other text. */
  ofCookie(subject: string, value = ""): PageGrant<Scope> | undefined {
    const [payload = "", signature = ""] = value.split(".");
    const given = Buffer.from(signature, "base64url");
    const wanted = this.#signature(payload);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const grant = JSON.parse(Buffer.from(payload, "base64url").toString()) as PageGrant<Scope>;
    return grant.subject === subject ? grant : undefined;
  }

  #require(subject: string, token: string | null): IssuedLink<Scope> {
    if (token === null || token === "") throw new PageGrantError("missing", "this page needs a link of its own");
    const link = this.#issued.get(token);
    if (!link) throw new PageGrantError("invalid", "this link is not valid");
    if (link.grant.subject === subject) return link;
    throw new PageGrantError("foreign", `this link belongs to another ${this.#noun}`);
  }

  #signature(payload: string): Buffer {
    return createHmac("sha256", this.#key).update(payload).digest();
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

function linkKey({ subject, scope }: PageGrant): string {
  return `${subject} ${scope}`;
}
