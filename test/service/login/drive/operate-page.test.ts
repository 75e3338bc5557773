import { describe, type TestContext } from "vitest";
import { totpCode } from "../../../../src/demo-site/totp.ts";
import { activePage } from "../../../../src/service/chromium/pages.ts";
import type { LoginPage } from "../../../../src/service/login/drive/login-page.ts";
import { evaluate, withServer } from "../../../support/browser/chromium.ts";
import {
  alice,
  always,
  choice,
  choicesOf,
  field,
  fieldsOf,
  logIn,
  loginTest,
  never,
} from "../../../support/browser/login-browser.ts";
import { heldTimers } from "../../../support/service/held-timers.ts";

const test = loginTest();
const signedIn = `Signed in as ${alice.name}.`;
const code = () => totpCode(alice.totpSecret, Date.now());

/** Presses a choice by its label, and reads the next page. */
async function choose(page: LoginPage, label: string) {
  await page.press(choice(await page.facts(never), label).ref, always, never);
  return page.facts(never);
}

/** Logs in with the password on a page that then shows a code field, and returns its ref. */
async function codeField(page: LoginPage): Promise<string> {
  return field(await logIn(page), "code").ref;
}

/** Fills the code, which submits the page. */
async function submitsItself({ page, expect }: Pick<TestContext, "expect"> & { page: LoginPage }, ref: string) {
  const watch = page.watchRequests();
  await page.fill(ref, code(), always, never);
  expect((await page.facts(never)).lines).toContain(signedIn);
  expect(watch.posted).toBe(true);
  watch.stop();
}

describe("a login", () => {
  test("a login without a form element or a cookie changes only the storage", async ({ browser, expect }) => {
    const page = await browser.at("/spa");
    await page.facts(never);
    const before = await page.evidence(never);
    const facts = await logIn(page);
    const after = await page.evidence(never);
    expect(facts.lines).toContain(`Hello ${alice.name}`);
    expect(after.cookies).toEqual(before.cookies);
    expect(before.storage).toEqual([]);
    expect(after.storage.map(({ area, key }) => [area, key])).toEqual([["local", "token"]]);
  });

  test("a login with the user name first has it read-only on the second page, where it is not filled", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/identifier");
    const first = await page.facts(never);
    await page.fill(field(first, "identifier").ref, alice.email, always, never);
    await page.press(first.form?.submit ?? "", always, never);
    const second = await page.facts(never);
    expect(second.form?.fields[0]).toMatchObject({ kind: "identifier", prefilled: true, readOnly: true });
    await expect(page.fill("identifier:username", "bob", always, never)).rejects.toThrow(
      `the field "Account" is read-only`,
    );
    expect((await logIn(page)).lines).toContain(signedIn);
  });

  test("a login with a code in six boxes submits itself", async ({ browser, expect }) => {
    const page = await browser.at("/boxes");
    await submitsItself({ page, expect }, await codeField(page));
  });

  test("a login submits by Enter if the form has no button; a whole code submits itself", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/auto-submit");
    const ref = await codeField(page);
    await page.fill(ref, "12345", always, never);
    const { form } = await page.facts(never);
    expect(form?.submit).toBe("submit:enter");
    await page.press("submit:enter", always, never);
    expect((await page.facts(never)).lines).toContain("The code is wrong or has expired.");
    await submitsItself({ page, expect }, ref);
  });

  test("a login by text message follows a choice of an input whose label is its value", async ({ browser, expect }) => {
    const page = await browser.at("/factors");
    await logIn(page);
    const facts = await choose(page, "Email a code to");
    expect(fieldsOf(facts)).toEqual(["code Authentication code"]);
    expect(choicesOf(facts)).toEqual(["mfa_method Try another way"]);
    await choose(page, "Try another way");
    await choose(page, "Text message");
    const phone = await (await fetch(new URL("/phone", browser.site.url))).text();
    const [sent = ""] = /(?<=code is )\d{6}/.exec(phone) ?? [];
    await page.fill("code:code", sent, always, never);
    await page.press("submit:verify", always, never);
    expect((await page.facts(never)).lines).toContain(signedIn);
  });

  test("a login chooses a radio button and presses the button of its form", async ({ browser, expect }) => {
    const page = await browser.at("/radio-factors");
    expect(fieldsOf(await choose(page, "Code of an"))).toEqual(["code Authentication code"]);
  });

  test("a login chooses an account", async ({ browser, expect }) => {
    const page = await browser.at("/accounts");
    expect(fieldsOf(await choose(page, alice.name))).toEqual(["password Password"]);
    expect((await logIn(page)).lines).toContain(signedIn);
  });

  test("a login opens the form of a public page by its trigger", async ({ browser, expect }) => {
    const page = await browser.at("/dialog");
    const { trigger = "" } = await page.facts(never);
    await page.press(trigger, always, never);
    expect((await logIn(page)).lines).toContain(signedIn);
  });
});

describe("single sign-on", () => {
  // In the same window in login-questions.test.ts.
  test("single sign-on in a popup drives the popup, on another host and through its consent, until it closes", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/sso");
    const provider = await choose(page, "Sign in with Keycloak");
    expect(provider.popup).toBe(true);
    expect(new URL(provider.url).hostname).toBe("idp.localhost");
    const consent = await logIn(page);
    expect(consent).toMatchObject({ popup: true, title: "Authorize the demo site" });
    expect(choicesOf(consent)).toEqual(["continue Allow", "other Deny"]);
    await page.press("continue:allow", always, never);
    const facts = await page.facts(never);
    expect(facts).toMatchObject({ popup: false });
    expect(facts.lines).toContain(signedIn);
  });
});

describe("a value", () => {
  test("a value is typed as by a person, with trusted key events; it is not in the document, and replaces another", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/password");
    const { session } = await activePage(browser.connection);
    await evaluate(
      session,
      `globalThis.keys = []; addEventListener("keydown", (event) => keys.push(event.isTrusted + event.key))`,
    );
    await page.facts(never);
    await page.fill("password:password", "aB3 ü", always, never);
    expect(await evaluate(session, "keys.filter((key) => key !== 'trueShift')")).toEqual([
      "truea",
      "trueB",
      "true3",
      "true ",
    ]);
    expect(await evaluate(session, "document.querySelector('[name=password]').value")).toBe("aB3 ü");
    expect(await evaluate(session, "document.documentElement.outerHTML")).not.toContain("aB3");
    await page.fill("password:password", "second", always, never);
    expect(await evaluate(session, "document.querySelector('[name=password]').value")).toBe("second");
  });

  test("a value that no field accepts is refused and not quoted, and so is a control that the page does not show", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/password");
    await page.facts(never);
    const values = [
      ["two\nlines", "has a line break or another control character"],
      ["x".repeat(4_097), "has 4097 characters; at most 4096"],
      ["\ud800", "is not valid Unicode"],
    ] as const;
    for (const [value, problem] of values) {
      const refusal = page.fill("password:password", value, always, never);
      await expect(refusal).rejects.toMatchObject({ kind: "invalid-value" });
      await expect(refusal).rejects.toThrow(`the value for "Password" ${problem}`);
      await expect(refusal).rejects.not.toThrow(value);
    }
    // The time limit for a control does not pass: the page is still, and does not bring it.
    heldTimers();
    await expect(page.press("submit:nothing", always, never)).rejects.toThrow(
      `cannot use the control "submit:nothing": the page does not show it any more`,
    );
  });

  test("a value does not reach a frame of another site that gets the focus in the meantime", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const thief = await withServer((_request, response) => {
      response
        .setHeader("content-type", "text/html")
        .end(`<input id="bait"><script>onfocus = () => bait.focus();</script>`);
    }, onTestFinished);
    const { url } = await withServer((_request, response) => {
      response
        .setHeader("content-type", "text/html")
        .end(`<form><label>Password <input type="password" id="own"></label>
<button>Sign in</button></form><iframe src="${thief.url.replace("127.0.0.1", "thief.localhost")}"></iframe>
<script>own.onkeyup = () => document.querySelector("iframe").focus();</script>`);
    }, onTestFinished);
    const page = await browser.at(url);
    await page.facts(never);
    await page.fill("password:own", "top secret value", always, never);
    const { session } = await activePage(browser.connection);
    expect(await evaluate(session, "own.value")).toBe("top secret value");
    const filter = [{ type: "iframe" }, { exclude: true }];
    const { targetInfos } = await browser.connection.send("Target.getTargets", { filter });
    const frame = targetInfos.find((target) => target.url.includes("thief.localhost"));
    const { sessionId } = await browser.connection.send("Target.attachToTarget", {
      targetId: frame?.targetId ?? "",
      flatten: true,
    });
    const stolen = await evaluate<string>(browser.connection.session(sessionId), "bait.value");
    expect(stolen.length).toBeLessThanOrEqual(1);
  });

  test("a value that the page truncates is an error that gives only its length", async ({ browser, expect }) => {
    const page = await browser.at("/password");
    await page.facts(never);
    const { session } = await activePage(browser.connection);
    await evaluate(
      session,
      `document.querySelector("[name=password]").addEventListener("input", (e) => { e.target.value = "" })`,
    );
    const refusal = page.fill("password:password", "7654321", always, never);
    await expect(refusal).rejects.toMatchObject({ kind: "not-fillable" });
    await expect(refusal).rejects.toThrow(`the page does not keep the value for "Password" (7 characters)`);
  });
});

describe("a domain that is not allowed", () => {
  const onlyMain = (origin: string) => new URL(origin).hostname === "localhost";

  test.for(["/foreign", "/foreign-frame"])("gets nothing typed at %s", async (path, { browser, expect }) => {
    const page = await browser.at(path);
    const facts = await page.facts(never);
    const refusal = page.fill(field(facts, "password").ref, alice.password, onlyMain, never);
    const origin = new URL(browser.site.on("foreign", "/")).origin;
    await expect(refusal).rejects.toMatchObject({ kind: "domain-not-allowed", refused: { address: origin } });
    await expect(refusal).rejects.toThrow(`stands on "${origin}", which is not an allowed domain`);
    await expect(page.press(facts.form?.submit ?? "", onlyMain, never)).rejects.toMatchObject({
      kind: "domain-not-allowed",
    });
    expect(field(await page.facts(never), "password").prefilled).toBe(false);
  });
});
