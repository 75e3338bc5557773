import { describe, expect, test } from "vitest";
import { fieldPlace, type Signals, type Verdict } from "../../../../src/service/login/decide/signals.ts";
import { judge } from "../../../../src/service/login/decide/verdict.ts";
import { choice, field, loginState, type StatePart } from "../support/login-states.ts";

const user = field("identifier", "user");
const password = field("password", "pw");
const code = field("code", "otp");
const loginPage: StatePart = { fields: [user, password], lines: ["Shop", "user", "pw"] };
const home = "https://shop.example.com/home";
const session = { session_id: "a" };
const application = Array.from({ length: 20 }, (_, at) => `Item ${at}`);

interface Case extends Partial<Omit<Signals, "before" | "after">> {
  readonly from?: StatePart;
  readonly to: StatePart;
}

function verdict({ from = loginPage, to, ...more }: Case): Verdict {
  const signals = { given: [user, password], status: undefined, messages: [], ...more };
  return judge({ before: loginState(from), after: loginState(to), ...signals });
}

describe("success", () => {
  test.each<[string, Case]>([
    [
      "fields gone, session cookie, another address",
      { to: { url: home, cookies: session, lines: ["Hello"] }, status: 302 },
    ],
    ["the address is unchanged", { to: { cookies: session, lines: ["Hello", "Orders", "Basket"] }, status: 200 }],
    [
      "a login over a WebSocket has no request",
      { to: { storage: { token: "t" }, lines: ["Flows", "Nodes", "Deploy"] } },
    ],
    [
      "a password form of the settings replaces the login form",
      {
        to: {
          fields: [field("password", "new-mail-password")],
          cookies: session,
          logout: true,
          lines: ["Inbox", "Settings"],
        },
        status: 200,
      },
    ],
    [
      "an application with a password field has no visible way out",
      { to: { url: home, fields: [field("password", "wifi-key")], cookies: session, lines: application }, status: 200 },
    ],
    [
      "a session cookie gets a new value",
      { from: { ...loginPage, cookies: session }, to: { url: home, cookies: { session_id: "b" } } },
    ],
    ["a session cookie with an unusual name", { to: { url: home, cookies: { shop_dash: "a" } }, status: 302 }],
    [
      "a field of the same name in another form, with a way out",
      { to: { url: home, fields: [password], logout: true, lines: ["Signed in", "pw"] }, status: 303 },
    ],
    [
      "a whole page of words about errors, and a cookie without a meaning",
      {
        to: { url: home, cookies: { zz: "a" }, lines: ["Error", "Failed: 0", ...application], controls: 20 },
        status: 302,
      },
    ],
    [
      "a whole page with a button of its own",
      {
        to: { url: home, cookies: session, lines: application, choices: [choice("continue", "Close")], controls: 20 },
        status: 302,
      },
    ],
    [
      "an SSO choice comes back with a session",
      { given: [], from: { ...loginPage }, to: { url: home, cookies: session, logout: true } },
    ],
  ])("%s", (_name, given) => {
    expect(verdict(given)).toEqual({ kind: "success" });
  });
});

describe("no success by one signal alone", () => {
  test.each<[string, Case]>([
    ["the fields are gone", { to: { lines: ["Please wait"] } }],
    ["the address changed", { to: { url: home, lines: ["Please wait"] } }],
    ["a cookie changed", { to: { cookies: session } }],
    ["the request was answered", { to: {}, status: 200 }],
    [
      "a way out shows beside an offer to log in",
      { to: { logout: true, trigger: "login", url: home, cookies: session } },
    ],
    ["only a measuring cookie changed", { to: { cookies: { _ga: "1" } }, status: 200 }],
    ["another page without a trace of a session", { to: { url: home, lines: ["A", "B", "C", "D"] }, status: 302 }],
    ["nothing of the login form was there before", { from: {}, to: {}, given: [], status: undefined }],
  ])("%s", (_name, given) => {
    expect(verdict(given).kind).toBe("unknown");
  });

  test.each<[string, StatePart]>([
    ["its title", { title: "Account locked" }],
    ["an announcement", { alerts: ["Your account has been locked"] }],
  ])("a whole page that says no in %s is not a success", (_name, to) => {
    const page = { url: home, lines: application, cookies: { seen: "1" }, controls: 20, ...to };
    expect(verdict({ to: page, status: undefined }).kind).toBe("unknown");
  });

  test("a logout link behind the login dialog, which asks again, is not a success", () => {
    const to: StatePart = { ...loginPage, logout: true, cookies: session };
    expect(verdict({ to, status: 200 })).toEqual({ kind: "rejected", isSilent: true });
  });
});

describe("rejected", () => {
  const text = "The password you gave does not fit.";
  test.each<[string, Case, object]>([
    [
      "an error text without a mark",
      { to: { ...loginPage, lines: ["Shop", text, "user", "pw"] }, status: 200 },
      { text, isSilent: true },
    ],
    [
      "the lines with words of a refusal are the text",
      { to: { ...loginPage, lines: ["It is 12:01", "Invalid user name", "user", "pw"] } },
      { text: "Invalid user name", isSilent: false },
    ],
    ["status 401 without a text", { to: loginPage, status: 401 }, { isSilent: false }],
    [
      "a text in unknown words that the page announces",
      { to: { ...loginPage, lines: ["Shop", "Gnx", "user", "pw"], alerts: ["Gnx"] }, status: 200 },
      { text: "Gnx", isSilent: false },
    ],
    [
      "a field that the page marks as wrong",
      { to: { ...loginPage, fields: [user, { ...password, invalid: true }] }, status: 200 },
      { isSilent: false },
    ],
    ["asked again, and nothing else", { to: loginPage, status: 200 }, { isSilent: true }],
    [
      "asked again in a new window with an emptied form",
      { given: [password], from: { fields: [password], lines: ["pw"] }, to: { fields: [password], lines: ["pw"] } },
      { isSilent: true },
    ],
    [
      "an alert of the page",
      { to: loginPage, messages: ["Wrong password"] },
      { text: "Wrong password", isSilent: false },
    ],
    [
      "a captcha is added to the form that asks again",
      { to: { fields: [user, password, field("text", "captcha")], lines: ["Incorrect password", "user", "pw"] } },
      { text: "Incorrect password", isSilent: false },
    ],
    [
      "the text that was already there at the attempt before",
      { from: { ...loginPage, lines: [text, "user"] }, to: { ...loginPage, lines: [text, "user"] }, knownError: text },
      { text, isSilent: true },
    ],
    [
      "status 401 beside a new session and address",
      { to: { url: home, cookies: session, logout: true, lines: ["No"] }, status: 401 },
      {},
    ],
    [
      "another form for the same, with a text",
      {
        to: { fields: [field("identifier", "again"), field("password", "again")], lines: ["Incorrect password"] },
        status: 200,
      },
      { text: "Incorrect password" },
    ],
    [
      "a wrong code",
      { given: [code], from: { fields: [code] }, to: { fields: [code], lines: ["Invalid code"] } },
      { text: "Invalid code" },
    ],
    [
      "a status of refusal on a page without a form",
      { to: { lines: ["Denied"] }, status: 403 },
      { text: "Denied", isSilent: false },
    ],
    [
      "sent back to the first page",
      { given: [password], from: { fields: [password] }, to: { fields: [user] }, earlier: new Set([fieldPlace(user)]) },
      { isSilent: true },
    ],
  ])("%s", (_name, given, expected) => {
    expect(verdict(given)).toMatchObject({ kind: "rejected", ...expected });
  });

  test("a refusal in a dialog over the login dialog names its button", () => {
    const ok = choice("continue", "OK");
    const to = { lines: ["Shop", "user", "pw", "Login failed", "OK"], choices: [ok] };
    expect(verdict({ to })).toMatchObject({ kind: "rejected", text: "Login failed", dismiss: ok.ref });
  });

  test("a field's own label is not an error text", () => {
    const again = field("password", "pw", { label: "Enter the correct password" });
    const to = { fields: [user, again], lines: ["user", "Enter the correct password"] };
    expect(verdict({ to, status: 200 })).toEqual({ kind: "rejected", isSilent: true });
  });
});

describe("next step", () => {
  test.each<[string, Case]>([
    ["the password after the identifier", { given: [user], from: { fields: [user] }, to: { fields: [password] } }],
    [
      "the password beside the identifier that the page has kept",
      { given: [user], from: { fields: [user] }, to: { fields: [{ ...user, prefilled: true }, password] } },
    ],
    [
      "the password in a new dialog over a page with a new cookie",
      { given: [user], to: { fields: [password], cookies: session }, from: { fields: [user] } },
    ],
    [
      "a code after the password, with a new cookie and address",
      { to: { url: home, fields: [code], cookies: session }, status: 302 },
    ],
    [
      "a code on a page with a way out",
      { to: { url: home, fields: [code], cookies: session, logout: true }, status: 302 },
    ],
    ["the whole form again, with a code", { to: { fields: [user, password, code] }, status: 200 }],
    [
      "the whole form again, with a code, and a status of refusal",
      { to: { fields: [user, password, code] }, status: 401 },
    ],
    [
      "a second secret of the account",
      { to: { fields: [field("password", "memorable-word")], cookies: session }, status: 302 },
    ],
    [
      "a choice of factors",
      { to: { choices: [choice("mfa_method", "Text message", { mfaType: "sms" })] }, status: 200 },
    ],
    [
      "a choice of factors on a page of its own, with a new cookie",
      {
        to: {
          url: `${home}/choose`,
          choices: [choice("mfa_method", "App", { mfaType: "totp" })],
          cookies: session,
          lines: ["A", "B", "C"],
        },
        status: 303,
      },
    ],
    ["a choice of accounts", { to: { choices: [choice("account", "ann@example.com")] } }],
    [
      "the same names on the website of an SSO provider",
      {
        given: [],
        to: { url: "https://sso.example.net/login", fields: [{ ...user, origin: "https://sso.example.net" }] },
        earlier: new Set([fieldPlace(user)]),
      },
    ],
  ])("%s", (_name, given) => {
    expect(verdict(given)).toEqual({ kind: "next" });
  });
});

describe("interstitial", () => {
  const go = choice("continue", "Continue");
  test.each<[string, Case]>([
    ["consent", { to: { url: "https://shop.example.com/consent", choices: [go], cookies: session }, status: 302 }],
    ["terms", { to: { lines: ["We have changed our terms"], choices: [go] }, status: 200 }],
    ["stay signed in", { to: { lines: ["Stay signed in?"], choices: [go], cookies: session }, status: 200 }],
    ["the German question", { to: { lines: ["Angemeldet bleiben?"], choices: [go] } }],
  ])("%s", (_name, given) => {
    expect(verdict(given)).toEqual({ kind: "interstitial", continue: go });
  });

  test.each<[string, Case, Verdict["kind"]]>([
    [
      "two ways on are a choice of a person",
      { to: { lines: ["Consent"], choices: [go, choice("continue", "Accept all")] } },
      "next",
    ],
    [
      "a home page with such a button is the end",
      { to: { url: home, lines: application, choices: [go], logout: true, cookies: session } },
      "success",
    ],
  ])("%s", (_name, given, kind) => {
    expect(verdict(given).kind).toBe(kind);
  });
});

describe("external action", () => {
  const external = { kind: "push", message: "Confirm on your phone" } as const;
  test.each<[string, Case]>([
    ["a push message", { to: { external, cookies: session }, status: 200 }],
    ["a push message or a code", { to: { external, fields: [code] }, status: 200 }],
    [
      "a link by e-mail after the identifier",
      { given: [user], from: { fields: [user] }, to: { external: { kind: "link", message: "Check your mail" } } },
    ],
  ])("%s", (_name, given) => {
    expect(verdict(given)).toEqual({ kind: "external" });
  });
});
