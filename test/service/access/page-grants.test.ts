import { beforeEach, describe, expect, test } from "vitest";
import { LINK_MS, PageGrantError, PageGrants } from "../../../src/service/access/page-grants.ts";

const grant = { subject: "connection", scope: "flow", keyId: "key" };
/** End of the key; undefined when it is deleted. */
let keyEnd: number | undefined;
const keys = { validUntil: () => keyEnd, watch: () => () => {} };
let now: number;
let grants: PageGrants;
beforeEach(() => {
  now = 0;
  keyEnd = Number.POSITIVE_INFINITY;
  grants = new PageGrants("login", () => now, keys);
});

function refusal(subject: string, token: string | null): string {
  try {
    grants.redeem(subject, token);
  } catch (error) {
    if (error instanceof PageGrantError) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return "none";
}

describe("a link", () => {
  test("a link opens its page once, and stays the same until then", () => {
    const { token } = grants.link(grant);
    expect(grants.link(grant).token).toBe(token);
    expect(grants.redeem("connection", token)).toEqual(grant);
    expect(refusal("connection", token)).toBe("used: this link was opened already");
    expect(grants.link(grant).token).not.toBe(token);
  });

  test("a link is refused when it is expired, missing, broken or of another subject", () => {
    const { token } = grants.link(grant);
    expect(refusal("other", token)).toBe("foreign: this link belongs to another login");
    expect(refusal("connection", `${token}x`)).toBe("invalid: this link is not valid");
    expect(refusal("connection", grants.cookie(grant).value)).toBe("invalid: this link is not valid");
    expect(refusal("connection", null)).toBe("missing: this page needs a link of its own");
    expect(token).toMatch(/^[\w-]{24}$/);
    now = LINK_MS;
    expect(grants.isUsable("connection", token)).toBe(false);
    expect(refusal("connection", token)).toBe("expired: this link has expired");
    now += 60 * 60_000;
    grants.link({ ...grant, scope: "another" });
    expect(refusal("connection", token)).toBe("invalid: this link is not valid");
  });
});

describe("a link of an API key", () => {
  test("a link of an API key ends with the key, and belongs only to it", () => {
    const { token } = grants.link(grant);
    expect(grants.link({ ...grant, keyId: "another" }).token).not.toBe(token);
    keyEnd = undefined;
    expect(grants.isUsable("connection", token)).toBe(false);
    expect(refusal("connection", token)).toBe(
      "revoked: the API key of this link was deleted or has expired, or its invocation has ended",
    );
  });
});

describe("a cookie", () => {
  test("a cookie ends after 12 hours", () => {
    const { value, maxAgeSeconds } = grants.cookie(grant);
    expect(maxAgeSeconds).toBe(43_200);
    now = 43_200_000 - 1;
    expect(grants.ofCookie("connection", value)).toEqual(grant);
    now += 1;
    expect(grants.ofCookie("connection", value)).toBeUndefined();
  });

  test("a cookie ends with the API key that it was made with", () => {
    keyEnd = 60_000;
    const { value, maxAgeSeconds } = grants.cookie(grant);
    expect(maxAgeSeconds).toBe(60);
    expect(grants.ofCookie("connection", value)).toEqual(grant);
    keyEnd = undefined;
    expect(grants.ofCookie("connection", value)).toBeUndefined();
  });

  test("a cookie is valid only for its subject, and is not a link", () => {
    const { value } = grants.cookie(grant);
    expect(grants.ofCookie("connection", value)).toEqual(grant);
    expect(grants.ofCookie("other", value)).toBeUndefined();
    expect(grants.ofCookie("connection", grants.link(grant).token)).toBeUndefined();
    expect(grants.ofCookie("connection", undefined)).toBeUndefined();
  });

  test("a cookie of another purpose is invalid", () => {
    const others = new PageGrants("session", () => now, keys);
    expect(grants.ofCookie("connection", others.cookie(grant).value)).toBeUndefined();
    expect(refusal("connection", others.link(grant).token)).toBe("invalid: this link is not valid");
  });
});
