import { describe } from "vitest";
import { checkLogin } from "../../../../src/service/login/flow/check-login.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { loginTest, never } from "../../../support/browser/login-browser.ts";
import { logInOn, stored, totp } from "../support/login-flow.ts";
import { asksOnceMore, logInStored, logsInAlone, type Refusal, type StoredLogin } from "../support/stored-login.ts";

const test = loginTest();

describe("a stored credential logs in without a question", () => {
  // The other pages of the demo site in login-run.full.ts: they differ in how a page is read and operated, which
  // read-page.test.ts and operate-page.test.ts test for each.
  test.for<StoredLogin>([
    ["in a new tab", "/new-tab"],
    ["in a closed shadow root", "/closed-shadow"],
    ["with the app among several factors", "/factors", { totp }],
  ])("a stored credential logs in without a question: %s", logsInAlone);

  test("a stored credential logs in to an application of one page; its session is found alive, and gone after it has expired", async ({
    browser,
    expect,
  }) => {
    const { page, site } = await logInStored("/spa", {}, { browser, expect });
    expect(await checkLogin(page, site, never)).toBe("logged-in");
    browser.site.expireSessions();
    expect(await checkLogin(page, site, never)).toBe("logged-out");
  });
});

describe("a refusal", () => {
  test.for<Refusal>([["in a JavaScript dialog", "/errors/alert", "The user name or password is incorrect."]])(
    "%s asks once more, and never tries the stored password again",
    asksOnceMore,
  );
});

test("a login page that asks again after the login does not count as the logged-in one", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  let isIn = false;
  const { url } = await withServer(({ method, url: path, headers }, response) => {
    const isKnown = isIn && headers.cookie?.includes("auth_hint=1") === true;
    const form = `<form method="post"><label>User name <input name="user"></label>
<label>Password <input type="password" name="pw"></label><button>Sign in</button></form>`;
    if (method === "POST") {
      isIn = true;
      return response.writeHead(303, { location: "/inbox", "set-cookie": "auth_hint=1" }).end();
    }
    if (path === "/inbox" && !isKnown) return response.writeHead(303, { location: "/" }).end();
    const page = isKnown && path === "/inbox" ? "<h1>Inbox</h1><p>No messages</p><a href=/out>Log out</a>" : form;
    return response.setHeader("content-type", "text/html").end(page);
  }, onTestFinished);
  const page = await browser.page();
  const address = url.replace("127.0.0.1", "localhost");
  const { result } = await logInOn(page, address, { values: stored });
  expect(result.signature?.url).toBe(`${address}inbox`);
  const site = { url: address, signature: result.signature };
  expect(await checkLogin(page, site, never)).toBe("logged-in");
  isIn = false;
  expect(await checkLogin(page, site, never)).toBe("logged-out");
});
