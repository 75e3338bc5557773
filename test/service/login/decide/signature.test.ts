import { describe, expect, test } from "vitest";
import {
  difference,
  likeness,
  type PageSignature,
  pageSignature,
} from "../../../../src/service/login/decide/signature.ts";
import { loginState, type StatePart } from "../support/login-states.ts";

const home = "https://shop.example.com/";
const out: StatePart = { url: home, lines: ["Shop", "Log in", "3 new offers"], trigger: "login" };
const inside: StatePart = {
  url: home,
  lines: ["Shop", "Orders", "Log out", "12:01"],
  logout: true,
  cookies: { sid: "a" },
};
function signatureOf(part: StatePart): PageSignature {
  return pageSignature(loginState(part).facts);
}

const pages = { loggedIn: signatureOf(inside), loggedOut: signatureOf(out) };

describe("pageSignature", () => {
  test("a page signature holds a bounded number of hashes and no text of the page", () => {
    const lines = Array.from(
      { length: 200 },
      (_, at) => `Secret ${String.fromCharCode(97 + (at % 26))}${"x".repeat(at)}`,
    );
    const page = signatureOf({ lines });
    expect(page).toHaveLength(150);
    expect(page.every((feature) => /^[0-9a-f]{12}$/.test(feature))).toBe(true);
  });

  test("a page signature does not depend on counters, times, stored state and the query", () => {
    const later = {
      ...inside,
      url: `${home}?t=2`,
      lines: ["Shop", "Orders", "Log out", "17:59"],
      cookies: { sid: "b" },
    };
    expect(signatureOf(later)).toEqual(signatureOf(inside));
  });
});

describe("likeness", () => {
  test.each<[string, StatePart, "in" | "out" | undefined]>([
    ["the logged-in page", inside, "in"],
    ["the logged-in page with other content", { ...inside, lines: ["Shop", "Log out", "Orders", "Sale"] }, "in"],
    ["the logged-out page", out, "out"],
    ["an error page", { url: `${home}error`, lines: ["Down for maintenance"] }, undefined],
    [
      "a page of both",
      { ...inside, lines: [...(inside.lines ?? []), ...(out.lines ?? [])], trigger: "login" },
      undefined,
    ],
  ])("the likeness of %s", (_name, page, like) => {
    expect(likeness(signatureOf(page), pages)).toBe(like);
  });

  test("the likeness of any page is undefined when the two pages do not differ", () => {
    const same = { loggedIn: pages.loggedOut, loggedOut: pages.loggedOut };
    expect(likeness(signatureOf(out), same)).toBeUndefined();
  });
});

describe("difference", () => {
  test("equal pages have none, pages with nothing in common all", () => {
    expect(difference(signatureOf(inside), signatureOf(inside))).toBe(0);
    expect(difference(signatureOf(inside), signatureOf({ url: `${home}other`, lines: ["Nothing"] }))).toBe(1);
    expect(difference([], [])).toBe(0);
  });
});
