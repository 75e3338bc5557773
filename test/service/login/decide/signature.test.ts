import { describe, expect, test } from "vitest";
import { likeness, pageSignature, type SiteSignature } from "../../../../src/service/login/decide/signature.ts";
import { checked } from "../../../../src/service/login/flow/check-login.ts";
import { choice, field, loginState, type StatePart } from "../support/login-states.ts";

const home = "https://shop.example.com/";
const out: StatePart = { url: home, lines: ["Shop", "Log in", "3 new offers"], trigger: "login" };
const inside: StatePart = {
  url: home,
  lines: ["Shop", "Orders", "Log out", "12:01"],
  logout: true,
  cookies: { sid: "a" },
};
const form: StatePart = {
  url: `${home}login`,
  lines: ["Shop", "User", "Password"],
  fields: [field("identifier"), field("password")],
};

function signature(loggedIn: StatePart = inside, loggedOut: StatePart = out): SiteSignature {
  return { url: home, loggedIn: pageSignature(loginState(loggedIn)), loggedOut: pageSignature(loginState(loggedOut)) };
}

describe("pageSignature", () => {
  test("a page signature holds a bounded number of hashes and no text of the page", () => {
    const lines = Array.from(
      { length: 200 },
      (_, at) => `Secret ${String.fromCharCode(97 + (at % 26))}${"x".repeat(at)}`,
    );
    const page = pageSignature(loginState({ lines }));
    expect(page).toHaveLength(150);
    expect(page.every((feature) => /^[0-9a-f]{12}$/.test(feature))).toBe(true);
  });

  test("a page signature does not depend on counters, times, values of cookies and the query", () => {
    const later = {
      ...inside,
      url: `${home}?t=2`,
      lines: ["Shop", "Orders", "Log out", "17:59"],
      cookies: { sid: "b" },
    };
    expect(pageSignature(loginState(later))).toEqual(pageSignature(loginState(inside)));
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
    expect(likeness(pageSignature(loginState(page)), signature())).toBe(like);
  });

  test("the likeness of any page is undefined when the two pages do not differ", () => {
    expect(likeness(pageSignature(loginState(out)), signature(out, out))).toBeUndefined();
  });
});

describe("checked", () => {
  test.each<[string, StatePart, SiteSignature | undefined, string]>([
    ["the logged-in page", inside, signature(), "logged-in"],
    ["the logged-out page, which has no form", out, signature(), "logged-out"],
    ["a login page at another address", form, signature(), "logged-out"],
    ["a form at the address of the logged-in page", { ...form, url: home }, signature(), "logged-out"],
    ["a new home page with a way out", { url: home, lines: ["Relaunch"], logout: true }, signature(), "logged-in"],
    ["a page that is down", { url: home, lines: ["Down for maintenance"] }, signature(), "unknown"],
    ["the logged-in page with an offer to log in", { ...inside, trigger: "login" }, signature(), "unknown"],
    ["a page without a form, and no signature", { url: home, lines: ["Welcome"] }, undefined, "unknown"],
    ["a way out, and no signature", inside, undefined, "logged-in"],
    ["a login form, and no signature", form, undefined, "logged-out"],
    ["an offer to log in, and no signature", out, undefined, "logged-out"],
    ["a form beside a way out, and no signature", { ...form, logout: true }, undefined, "unknown"],
    ["an SSO button alone, and no signature", { choices: [choice("sso_provider", "Google")] }, undefined, "unknown"],
  ])("a check of the login: %s", (_name, page, known, expected) => {
    expect(checked(loginState(page), known)).toBe(expected);
  });
});
