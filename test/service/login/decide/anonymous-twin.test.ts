import { describe, expect, test } from "vitest";
import { compareTwins, type TwinVerdict } from "../../../../src/service/login/decide/anonymous-twin.ts";
import { pageSignature } from "../../../../src/service/login/decide/signature.ts";
import { checked } from "../../../../src/service/login/flow/check-login.ts";
import { choice, field, loginState, type StatePart } from "../support/login-states.ts";

const home = "https://shop.example.com/";
const lines = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${"x".repeat(at)}`);
const outside: StatePart = { url: home, lines: ["Shop", "Log in", "3 new offers"], trigger: "login", controls: 3 };
const form: StatePart = {
  url: `${home}login`,
  lines: ["Shop", "User", "Password"],
  fields: [field("identifier"), field("password")],
};
const account: StatePart = { url: home, lines: ["Shop", "Orders", "Basket", "12:01"], controls: 5 };
const application: StatePart = { url: home, lines: lines(20, "Item"), controls: 30 };
const german: StatePart = { ...form, lines: ["Laden", "Benutzer", "Kennwort", "Sprache", "Hilfe"], controls: 12 };
const remembered: StatePart = {
  ...form,
  fields: [field("identifier", "identifier", { prefilled: true }), field("password")],
};

describe("a browser compared with somebody who is not logged in", () => {
  test.each<[string, StatePart, StatePart, TwinVerdict]>([
    ["a page in place of the form", account, form, "logged-in"],
    ["a page in any language in place of an offer to log in", account, outside, "logged-in"],
    ["a way out that only the browser has", { ...account, logout: true }, { ...account, lines: ["Shop"] }, "logged-in"],
    ["the same form", form, form, "same"],
    ["the same form in another language", german, form, "same"],
    ["the form with the name that the website remembers", remembered, form, "same"],
    ["the same offer to log in, under other news", { ...outside, lines: ["Shop", "Log in", "Sale"] }, outside, "same"],
    [
      "a page with a form for a password of its own",
      { ...application, fields: [field("password", "wifi")] },
      form,
      "logged-in",
    ],
    [
      "a form for a name and a password of something else, with many fields",
      {
        ...application,
        fields: [...(form.fields ?? []), ...["host", "port", "nick", "room"].map((name) => field("text", name))],
      },
      form,
      "logged-in",
    ],
    ["a login form, where everybody else sees a public page", { ...german, controls: 20 }, outside, "same"],
    ["a page with a form of the same names, and a way out", { ...form, logout: true }, form, "logged-in"],
    [
      "the same public page but for its clock",
      { ...account, lines: ["Shop", "Orders", "Basket", "17:45"] },
      account,
      "same",
    ],
    ["other news on a public page", { ...account, lines: ["Shop", "Sale"] }, account, "unknown"],
    ["a question for a code", { ...form, fields: [field("code")] }, form, "unknown"],
    [
      "a choice of factors",
      { ...account, url: `${home}login`, choices: [choice("mfa_method", "App")] },
      form,
      "unknown",
    ],
    ["a page that is down", { ...account, status: 503 }, form, "unknown"],
    ["the page without a session is down", account, { ...form, status: 503 }, "unknown"],
    ["the page without a session is a login form that knows nobody", account, { ...form, status: 403 }, "logged-in"],
    ["an empty page", { url: home, lines: [] }, form, "unknown"],
    [
      "everybody is sent to the login but the browser",
      account,
      { url: `${home}login`, lines: ["Google"] },
      "logged-in",
    ],
  ])("%s", (_name, own, anonymous, expected) => {
    const twins = { own: loginState(own).facts, anonymous: loginState(anonymous).facts };
    expect(compareTwins(twins)).toBe(expected);
  });
});

describe("a check of a login", () => {
  const signatureOf = (part: StatePart) => ({ url: home, loggedIn: pageSignature(loginState(part).facts) });
  const named: StatePart = { ...form, lines: ["Shop", "User", "Password", "ann - orders"] };
  const visitor: StatePart = { ...account, lines: ["Shop", "Catalogue", "News", "Contact"] };
  test.each<[string, StatePart, StatePart, StatePart | undefined, string]>([
    [
      "an address that showed something else before shows the same to everybody",
      outside,
      outside,
      account,
      "logged-out",
    ],
    ["a public page shows the same to everybody, and nothing is known", account, account, undefined, "unknown"],
    ["a form for everybody, and nothing is known", form, form, undefined, "logged-out"],
    ["a form with a line for the browser alone, and nothing is known", named, form, undefined, "unknown"],
    ["the page of the login, which has neither form nor way out", account, visitor, account, "logged-in"],
    ["a page that shows nothing known and nothing to press", { url: home, lines: ["Hm"] }, form, account, "logged-out"],
    ["the form, with a line that was there after the login", named, form, named, "logged-in"],
    ["the form, without that line", form, form, named, "logged-out"],
    ["a form that only the browser sees", form, visitor, account, "logged-out"],
    ["a public page that differs, and nothing is known", account, visitor, undefined, "unknown"],
  ])("%s", (_name, own, anonymous, known, expected) => {
    const twins = { own: loginState(own).facts, anonymous: loginState(anonymous).facts };
    expect(checked(twins, known && signatureOf(known))).toBe(expected);
  });
});
