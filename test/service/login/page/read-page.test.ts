import { describe } from "vitest";
import { MAX_CHOICES, MAX_LINES, MAX_TEXT } from "../../../../src/service/login/page/page-facts.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import {
  alice,
  always,
  choice,
  choicesOf,
  field,
  fieldsOf,
  type LoginBrowser,
  logIn,
  loginTest,
  never,
} from "../../../support/browser/login-browser.ts";

const test = loginTest();
const factsAt = async (browser: LoginBrowser, path: string) => (await browser.at(path)).facts(never);

describe("the form of a login page", () => {
  const usual = ["identifier User name or email", "password Password"];

  test.for<[string, string[]]>([
    ["/password", usual],
    ["/slow", usual],
    ["/identifier", ["identifier User name or email"]],
    ["/totp-same", [...usual, "code OTP token"]],
    ["/frame", usual],
    ["/cross-frame", usual],
    ["/shadow", ["identifier User name", "password Password"]],
    ["/spa", ["identifier Username", "password Password"]],
    ["/toolbar", ["identifier Username:", "password Password:"]],
  ])("the login form of %s is found, with its kinds of fields", async ([path, fields], { browser, expect }) => {
    const facts = await factsAt(browser, path);
    expect(fieldsOf(facts)).toEqual(fields);
    expect(facts.settled).toBe(true);
  });

  test.for<[string, string[], string]>([
    ["/de", ["identifier Benutzername", "password Kennwort"], "Mit Google anmelden"],
    ["/fr", ["identifier Identifiant", "password Mot de passe"], "Se connecter avec Google"],
    ["/es", ["identifier Usuario", "password Contraseña"], "Iniciar sesión con Google"],
    ["/ja", ["identifier ユーザー名", "password パスワード"], "Googleでログイン"],
  ])(
    "the login form of %s is found, with its kinds of fields and the provider",
    async ([path, fields, provider], { browser, expect }) => {
      const facts = await factsAt(browser, path);
      expect(fieldsOf(facts)).toEqual(fields);
      expect(facts.settled).toBe(true);
      expect(choice(facts, provider)).toMatchObject({ kind: "sso_provider", provider: "google" });
    },
  );

  test("a login form is distinguished from a newsletter, a search and a registration beside it", async ({
    browser,
    expect,
  }) => {
    const facts = await factsAt(browser, "/crowded");
    expect(fieldsOf(facts)).toEqual(["identifier User name", "password Password"]);
    expect(facts.form?.submit).toBe("submit:log-in");
    expect([...choicesOf(facts), ...choicesOf(facts, "form")]).toEqual([]);
  });

  test("a login form has the origin of its frame", async ({ browser, expect }) => {
    const facts = await factsAt(browser, "/cross-frame");
    expect(facts.form?.fields[0]?.origin).toBe(new URL(browser.site.on("provider", "/")).origin);
    expect(facts.url).toBe(browser.site.on("main", "/cross-frame"));
  });

  test("a login form has selectors that find its fields, with name and type", async ({ browser, expect }) => {
    expect((await factsAt(browser, "/password")).form?.fields[1]).toEqual({
      ref: "password:password",
      kind: "password",
      name: "password",
      label: "Password",
      required: true,
      inputType: "password",
      selector: `input[name="password"]`,
      origin: new URL(browser.site.url).origin,
      prefilled: false,
      readOnly: false,
    });
  });

  test("a login form is absent when a user is logged in, although the settings have a password field", async ({
    browser,
    expect,
  }) => {
    const facts = await logIn(await browser.at("/password"));
    expect(facts.form).toBeUndefined();
    expect(facts.logout).toBe(true);
    expect(facts.lines).toContain(`Signed in as ${alice.name}.`);
  });
});

describe("choices", () => {
  test("choices of accounts have name and address", async ({ browser, expect }) => {
    const facts = await factsAt(browser, "/accounts");
    expect(choicesOf(facts)).toEqual(["account alice", "account bob", "account Use another account"]);
    expect(facts.choices[0]).toMatchObject({ description: alice.email, ref: "account:alice-alice-example-com" });
    expect(facts.form).toBeUndefined();
  });

  test("choices of second factors have their type and destination", async ({ browser, expect }) => {
    const page = await browser.at("/factors");
    const facts = await logIn(page);
    expect(facts.choices.map(({ kind, mfaType, maskedDestination }) => [kind, mfaType, maskedDestination])).toEqual([
      ["mfa_method", "sms", "••• ••• 42"],
      ["mfa_method", "totp", undefined],
      ["mfa_method", "email", "a***@example.com"],
      ["mfa_method", "push", undefined],
    ]);
  });

  test("radio buttons are choices of second factors, and their button is not a choice", async ({ browser, expect }) => {
    expect(choicesOf(await factsAt(browser, "/radio-factors"))).toEqual([
      "mfa_method Text message (SMS)",
      "mfa_method Code of an authenticator app",
    ]);
  });

  test("choices of a hostile page and the lines of its refusal are bounded, and have no control characters", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/hostile");
    const facts = await page.facts(never);
    expect(facts.choices).toHaveLength(MAX_CHOICES);
    const texts = JSON.stringify(facts);
    expect(texts).not.toMatch(/\\u001b|\\u0007|\u202e/);
    expect(facts.form?.fields[0]?.label).toContain("</script><script>alert(1)</script>");
    expect(facts.form?.fields[1]?.label).toHaveLength(MAX_TEXT);
    await page.fill(field(facts, "password").ref, "wrong", always, never);
    await page.press(facts.form?.submit ?? "", always, never);
    const { lines, title } = await page.facts(never);
    const error = lines.find((line) => line.startsWith("Wrong"));
    expect(error).toHaveLength(MAX_TEXT);
    expect(error?.endsWith("…")).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    expect(`${title}${lines.join("")}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});

describe("what lies behind a dialog", () => {
  test("the log-out button of a toolbar behind a dialog does not count", async ({ browser, expect }) => {
    expect((await factsAt(browser, "/toolbar")).logout).toBe(false);
  });

  test("a form behind an error dialog does not count, and the button of the dialog is offered", async ({
    browser,
    expect,
  }) => {
    const facts = await logIn(await browser.at("/errors/dialog"), "wrong");
    expect(facts.form).toBeUndefined();
    expect(choicesOf(facts)).toEqual(["continue OK"]);
    expect(facts.lines).toContain("The user name or password is incorrect.");
  });
});

test("a page without a form has the control that opens one", async ({ browser, expect }) => {
  const facts = await factsAt(browser, "/dialog");
  expect(facts).toMatchObject({ trigger: "trigger:log-in", logout: false });
  expect(facts.form).toBeUndefined();
});

test("frames after the first two million characters of a page are not read", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const full = `<body><script>document.body.innerHTML = \`<form>\${
    \`<button title="${"d".repeat(200)}" class="${"e".repeat(200)}" formaction="/${"b".repeat(1_900)}">c</button>\`.repeat(300)}</form>\`</script>`;
  const main = `<form><label>Password <input type="password"></label></form>${'<iframe src="/full"></iframe>'.repeat(10)}`;
  const { url } = await withServer(
    (request, response) =>
      void response.setHeader("content-type", "text/html").end(request.url === "/full" ? full : main),
    onTestFinished,
  );
  const facts = await factsAt(browser, url);
  expect(fieldsOf(facts)).toEqual(["password Password"]);
  expect(facts.controls).toBe(900);
});
