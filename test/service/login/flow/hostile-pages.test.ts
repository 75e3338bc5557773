import { describe } from "vitest";
import { checkLogin } from "../../../../src/service/login/flow/check-login.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { LoginBrowser, loginTest, never } from "../../../support/browser/login-browser.ts";
import { expectNamed, form, type HostileSite } from "../support/hostile-site.ts";
import { logInAt, logInOn } from "../support/login-flow.ts";

const test = loginTest();

const sites: Readonly<Record<string, HostileSite>> = {
  "has 20,000 buttons": { site: "<button>Buy</button>".repeat(20_000), kinds: ["no_login_form"] },
  "has 100,000 elements in each other": {
    site: `${form}<script>let at = document.body;
      for (let count = 0; count < 100000; count++) at = at.appendChild(document.createElement("div"));</script>`,
    kinds: ["credentials_invalid", "login_failed", "browser_session_terminated"],
  },
  "redirects itself without end": {
    site: (_request, response) => void response.writeHead(302, { location: `/?${Math.random()}` }).end(),
    kinds: ["login_page_unreachable"],
    says: /ERR_TOO_MANY_REDIRECTS.*login_url/,
  },
  "sends a download in place of a page": {
    site: (_request, response) =>
      void response.setHeader("content-type", "application/octet-stream").end("x".repeat(1_000)),
    kinds: ["login_page_unreachable"],
    says: /sent a download in place of a page.*login_url/,
  },
  "opens one dialog after the other": {
    site: `${form}<script>setInterval(() => { alert("a"); confirm("b"); prompt("c"); }, 10);</script>`,
    kinds: ["login_failed"],
    says: /opens one dialog after the other.*login_url/,
    checks: ["unknown"],
  },
  "opens a dialog on each focus": {
    site: `${form}<script>f.addEventListener("focusin", () => alert("focus"));</script>`,
    kinds: ["credentials_invalid", "login_failed"],
  },
  "asks whether to leave": {
    site: `${form}<script>onbeforeunload = (event) => { event.preventDefault(); event.returnValue = "stay"; };</script>`,
    kinds: ["credentials_invalid"],
  },
  "closes itself": {
    site: `${form}<script>setTimeout(() => { open("", "_self"); close(); }, 300);</script>`,
    kinds: ["browser_session_terminated", "credentials_invalid", "login_failed"],
  },
  "has other functions in place of those of the browser": {
    site: `${form}<script>const broken = () => { throw new Error("broken"); };
      for (const one of [Node, Element, Document, HTMLElement, HTMLInputElement, HTMLFormElement, Array, JSON, Object, String, EventTarget])
        for (const on of [one, one.prototype ?? {}]) for (const name of Object.getOwnPropertyNames(on)) if (!/^(?:constructor|prototype|name|length|caller|arguments)$/.test(name))
          try { Object.defineProperty(on, name, { get: broken, set: broken }); } catch {}</script>`,
    kinds: ["credentials_invalid", "login_failed"],
  },
};

describe("a website is named as the cause of a failed login that", () => {
  test.for(Object.entries(sites))(
    "a website is named as the cause of a failed login: %s",
    ([, site], { browser, expect, onTestFinished }) => expectNamed(browser, site, { expect, onTestFinished }),
  );
});

test("a page that crashes ends its login, and a health check has no result", async ({ browser, expect }) => {
  const crash = async () => {
    const [page] = await browser.connection.pageWatch.pages();
    // The command has no answer.
    page?.session.send("Page.crash").catch(() => {});
    return { values: {} };
  };
  await expect(logInAt(browser, "/password", { answers: [crash] })).rejects.toMatchObject({
    kind: "browser_session_terminated",
    message: expect.stringMatching(/^the login page has crashed; .*login_url/),
  });
  const page = await browser.page();
  const check = checkLogin(page, { url: browser.site.on("main", "/") }, never);
  const [watched] = await browser.connection.pageWatch.pages();
  watched?.session.send("Page.crash").catch(() => {});
  expect(await check).toMatch(/unknown|logged-out/);
});

test("the limit of a login ends it at once while its page hangs", async ({ expect, onTestFinished }) => {
  const browser = await LoginBrowser.start();
  onTestFinished(() => browser.stop());
  const stop = new AbortController();
  const script = `setTimeout(() => { fetch("/hangs"); for (;;); }, 200)`;
  const { url } = await withServer((request, response) => {
    if (request.url === "/hangs") stop.abort(new Error("expired"));
    response.setHeader("content-type", "text/html").end(`${form}<script>${script}</script>`);
  }, onTestFinished);
  const address = url.replace("127.0.0.1", "localhost");
  await expect(logInOn(await browser.page(), address, { signal: stop.signal })).rejects.toThrow("expired");
});
