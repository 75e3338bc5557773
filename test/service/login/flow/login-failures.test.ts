import { inspect } from "node:util";
import { describe } from "vitest";
import type { LoginFlowError } from "../../../../src/service/login/flow/flow-error.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { alice, loginTest } from "../../../support/browser/login-browser.ts";
import { give, logInAt, logInOn, type RunOptions, stored } from "../support/login-flow.ts";
import { repeatingSite, secretsIn, values } from "../support/repeating-site.ts";

const test = loginTest();
const alone = { dialog: unattendedDialog(() => {}) };

describe("a login fails", () => {
  test.for<[string, string, RunOptions, string, RegExp]>([
    // On a page of such a domain in managed-auth/login-flows.test.ts.
    [
      "in a frame of a domain that is not allowed",
      "/foreign-frame",
      { values: stored },
      "domain_not_allowed",
      /"127\.0\.0\.1" asks .* nothing was filled.* allowed_domains/,
    ],
    ["on a page without a form and nobody to ask", "/phone", alone, "no_login_form", /set login_url/],
    [
      "with a wrong stored password and nobody to ask",
      "/password",
      { ...alone, values: { ...stored, password: "x" } },
      "credentials_invalid",
      /did not accept the stored .*"Password".*incorrect/,
    ],
    [
      "with a missing password and nobody to ask",
      "/password",
      { ...alone, values: { username: alice.name } },
      "input_required",
      /asks for "Password"/,
    ],
    [
      "with a choice and nobody to ask",
      "/factors",
      { ...alone, values: stored },
      "input_required",
      /a choice among "Text message/,
    ],
  ])("a login fails: %s", async ([, path, options, kind, message], { browser, expect }) => {
    await expect(logInAt(browser, path, options)).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
  });

  test("a login fails after five refusals, with the text of the website", async ({ browser, expect }) => {
    const answers = Array.from({ length: 9 }, () => give({ identifier: alice.name, password: "wrong" }));
    const run = logInAt(browser, "/password", { answers });
    const websiteError = "The user name or password is incorrect.";
    await expect(run).rejects.toMatchObject({ kind: "credentials_invalid", websiteError });
  });

  test("a login fails with the text of a website that repeats the refused value, without that value", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const site = await repeatingSite(onTestFinished);
    const run = logInOn(await browser.page(), site.url, { ...alone, values });
    const error = await run.catch((failure: unknown) => failure as LoginFlowError);
    expect(error).toMatchObject({
      kind: "credentials_invalid",
      message: expect.stringContaining("Incorrect password [username] [password]"),
      websiteError: expect.stringContaining("[password]"),
    });
    expect(secretsIn(inspect(error))).toEqual([]);
  });

  test("a login fails at an address where nobody answers, with the network error", async ({ browser, expect }) => {
    const page = await browser.page();
    const run = logInOn(page, "http://localhost:9/login", { values: stored });
    const netError = { name: "ERR_UNSAFE_PORT" };
    await expect(run).rejects.toMatchObject({ kind: "login_page_unreachable", netError });
  });

  test("a login fails by name where a window of the browser asks; a page that only has such a status, or a frame of this kind, is read", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const { url } = await withServer(({ url: path }, response) => {
      const scheme = path === "/token" ? "Bearer" : "Basic";
      const asks = path === "/framed" ? {} : { "www-authenticate": `${scheme} realm="Router"` };
      response.writeHead(path === "/framed" ? 200 : 401, { ...asks, "content-type": "text/html" });
      response.end(
        `<form><input name=user autocomplete=username><input type=password name=pw><button>Log in</button></form>
        ${path === "/framed" ? '<iframe src="/"></iframe>' : ""}`,
      );
    }, onTestFinished);
    const page = await browser.page();
    const site = url.replace("127.0.0.1", "localhost");
    await expect(logInOn(page, site, { values: stored })).rejects.toMatchObject({
      kind: "unsupported_auth_method",
      message: expect.stringMatching(/HTTP authentication.*set login_url/),
    });
    for (const path of ["token", "framed"]) {
      const readable = logInOn(page, `${site}${path}`, { values: { username: alice.name }, ...alone });
      await expect(readable, path).rejects.toMatchObject({ kind: "input_required" });
    }
  });

  test("a login fails when its page is closed", async ({ browser, expect }) => {
    const close = async () => {
      const { targetInfos } = await browser.connection.send("Target.getTargets");
      const pages = targetInfos.filter(({ type }) => type === "page");
      for (const { targetId } of pages) await browser.connection.send("Target.closeTarget", { targetId });
      return {};
    };
    await expect(logInAt(browser, "/password", { answers: [close] })).rejects.toMatchObject({
      kind: "browser_session_terminated",
    });
  });

  test("a login fails with the reason of its signal, while a person is asked", async ({ browser, expect }) => {
    const stop = new AbortController();
    const expire = () => {
      stop.abort(new Error("expired"));
      return new Promise<never>(() => {});
    };
    await expect(logInAt(browser, "/password", { answers: [expire], signal: stop.signal })).rejects.toThrow("expired");
  });
});

test("a search finds the login behind the home page's control; a browser that is already logged in needs nothing", async ({
  browser,
  expect,
}) => {
  const page = await browser.page();
  const url = browser.site.on("main", "/dialog");
  const search = await logInOn(page, url, { values: stored, isLoginPage: false });
  expect(search.result.plan.entrance).toBe(url);
  const { result, dialog } = await logInOn(page, browser.site.on("main", "/home"), {});
  expect(result).toMatchObject({ postLoginUrl: browser.site.on("main", "/home"), planState: "unchecked" });
  expect(dialog.questions).toEqual([]);
});
