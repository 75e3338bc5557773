import { createServer } from "node:http";
import { describe } from "vitest";
import { WebSocketServer } from "ws";
import { demoSite } from "../../../../src/demo-site/demo-site.ts";
import { activePage } from "../../../../src/service/chromium/pages.ts";
import { evaluate, withServer } from "../../../support/browser/chromium.ts";
import { alice, always, fieldsOf, logIn, loginTest, never } from "../../../support/browser/login-browser.ts";
import { onLoopback } from "../../../support/servers/loopback.ts";
import { until } from "../../../support/until.ts";
import { type RefusedPassword, refusesPassword } from "../support/refused-password.ts";

const test = loginTest();

describe("the status of the login request", () => {
  test("the status of the login request is that of the answer which logs the user in", async ({ browser, expect }) => {
    const page = await browser.at("/password");
    const watch = page.watchRequests();
    expect(watch.posted).toBe(false);
    await logIn(page, alice.password);
    expect(watch.loginStatus()).toBe(303);
    watch.stop();
  });

  test("the status of the login request is not that of a request without a typed value", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/spa");
    await page.facts(never);
    const watch = page.watchRequests();
    const { session } = await activePage(browser.connection);
    await evaluate(session, `fetch("/api/me", { method: "POST", body: "refresh" }).then((answer) => answer.status)`);
    await page.facts(never);
    expect(watch.posted).toBe(false);
    expect(watch.loginStatus()).toBeUndefined();
    watch.stop();
  });
});

test("a login request is followed by what its page asks the same host for, until that is answered", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const held: (() => void)[] = [];
  const { url } = await withServer((request, response) => {
    if (request.url === "/all") held.push(() => response.end());
    else if (request.url === "/in") response.end();
    else
      response
        .setHeader("content-type", "text/html")
        .end(`<form><label>Password <input type="password" name="pw"></label>
<button>Log in</button></form><script>
document.forms[0].onsubmit = async (event) => {
  event.preventDefault();
  await fetch("/in", { method: "POST", body: new FormData(event.target) });
  await fetch("/all");
};
</script>`);
  }, onTestFinished);
  const page = await browser.at(url);
  await page.facts(never);
  const watch = page.watchRequests();
  await page.fill("password:pw", "Wonder-land 7!", always, never);
  expect(watch).toMatchObject({ answeredAt: undefined, isFollowed: false });
  await page.press("submit:log-in", always, never);
  await until(() => watch.isFollowed);
  expect(watch.answeredAt).toBeLessThanOrEqual(performance.now());
  await until(() => held.length === 1);
  held[0]?.();
  await until(() => !watch.isFollowed);
  watch.stop();
});

test("a password that a WebSocket sends is answered by its next message", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(`<form><label>Password <input type="password" name="pw"></label>
<button>Log in</button></form><p id="said"></p><script>
const socket = new WebSocket(location.href.replace("http", "ws"));
socket.onmessage = ({ data }) => { said.textContent = data; };
document.forms[0].onsubmit = (event) => {
  event.preventDefault();
  socket.send(JSON.stringify({ type: "login", password: document.forms[0].pw.value }));
};
</script>`),
  );
  server.on("upgrade", (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.send("hello");
      client.on("message", () => client.send("Gnx wrpl."));
    }),
  );
  const { url } = await onLoopback(server);
  onTestFinished(() => sockets.close());
  const page = await browser.at(`${url}/`);
  await until(async () => (await page.facts(never)).lines.includes("hello"));
  const watch = page.watchRequests();
  await page.fill("password:pw", "Wonder-land 7!", always, never);
  expect(watch.isAnsweredByWebSocket).toBe(false);
  await page.press("submit:log-in", always, never);
  await until(async () => (await page.facts(never)).lines.includes("Gnx wrpl."));
  expect(watch).toMatchObject({ isAnsweredByWebSocket: true, posted: false });
  watch.stop();
});

describe("the refusal of a wrong password", () => {
  const WRONG = "The user name or password is incorrect.";

  // Other pages in watch-page.full.ts.
  test.for<RefusedPassword>([
    ["/password", WRONG, 200],
    ["/remount", "Login failed", 401],
    ["/spa", "Invalid username or password", 401],
    ["/cross-frame", WRONG, 200],
  ])("the refusal of a wrong password at %s is the new line %j, after status %i", refusesPassword);

  test("a wrong password may be refused silently by the same page", async ({ browser, expect }) => {
    const page = await browser.at("/errors/silent");
    const before = await page.facts(never);
    const after = await logIn(page, "wrong");
    expect(after.lines).toEqual(before.lines);
    expect(fieldsOf(after)).toEqual(fieldsOf(before));
  });

  test("a refusal in a JavaScript dialog is reported until it is answered", async ({ browser, expect }) => {
    const page = await browser.at("/errors/alert");
    const facts = await logIn(page, "wrong");
    expect(facts).toMatchObject({ dialog: { type: "alert", message: WRONG }, lines: [], choices: [] });
    await page.answerDialog(true, never);
    expect(fieldsOf(await page.facts(never))).toEqual(["identifier User name or email", "password Password"]);
  });
});

describe("evidence", () => {
  test("evidence has cookies of all hosts as keyed hashes, which change with their values", async ({
    browser,
    expect,
  }) => {
    const page = await browser.at("/sso");
    await page.facts(never);
    const before = await page.evidence(never);
    await page.open(browser.site.on("provider", "/password"), never);
    await page.facts(never);
    const after = await page.evidence(never);
    expect(before.cookies.map(({ domain }) => domain)).toContain("localhost");
    expect(after.cookies.map(({ domain }) => domain)).toContain("idp.localhost");
    const own = (cookies: typeof before.cookies) => cookies.find(({ domain }) => domain === "localhost");
    expect(own(after.cookies)).toEqual(own(before.cookies));
    expect(own(after.cookies)).toMatchObject({ name: "demo_session", session: true });
    browser.site.expireSessions();
    await page.open(browser.site.on("main", "/password"), never);
    expect(own((await page.evidence(never)).cookies)?.hash).not.toBe(own(before.cookies)?.hash);
  });
});

describe("opening an address", () => {
  test("opening an address where nobody listens fails with the network error", async ({ browser, expect }) => {
    const page = await browser.page();
    const gone = await demoSite({ now: Date.now });
    await gone.close();
    const refusal = page.open(gone.url, never);
    await expect(refusal).rejects.toMatchObject({
      kind: "unreachable",
      netError: { name: "ERR_CONNECTION_REFUSED", number: -102 },
    });
  });

  test("opening an address of an unknown name fails with the network error", async ({ browser, expect }) => {
    const page = await browser.page();
    await expect(page.open("http://does-not-exist.invalid/", never)).rejects.toThrow(
      `cannot open "http://does-not-exist.invalid": ERR_NAME_NOT_RESOLVED (-105)`,
    );
  });

  test("opening an address of another scheme is refused", async ({ browser, expect }) => {
    const page = await browser.page();
    await expect(page.open("file:///etc/passwd", never)).rejects.toThrow("begins with http:// or https://");
  });
});

test("a page that crashes is a browser error", async ({ browser, expect }) => {
  const page = await browser.at("/password");
  await page.facts(never);
  const { session } = await activePage(browser.connection);
  session.send("Page.crash").catch(() => {});
  await until(async () => (await activePage(browser.connection)).crashed);
  await expect(page.facts(never)).rejects.toMatchObject({ name: "BrowserError", kind: "page-crashed" });
});

test("a signal ends the wait for a page that loads", async ({ browser, expect, onTestFinished }) => {
  const { url } = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html").write("<p>half");
  }, onTestFinished);
  const page = await browser.at(url);
  const stopped = new AbortController();
  const facts = page.facts(stopped.signal);
  stopped.abort(new Error("stopped"));
  await expect(facts).rejects.toThrow("stopped");
});

test("the service answers dialogs again after the end of a login", async ({ browser, expect }) => {
  const page = await browser.at("/password");
  const { session } = await activePage(browser.connection);
  void session.send("Runtime.evaluate", { expression: "alert(1)" });
  await until(async () => (await page.facts(never)).dialog);
  page.close();
  await until(async () => (await activePage(browser.connection)).dialog === undefined);
  expect(await evaluate(session, "1 + 1")).toBe(2);
});

describe("a settled page", () => {
  test("a settled page does not wait for a document that another one has replaced", async ({ browser, expect }) => {
    const page = await browser.at("/password");
    const replaced = page.open(browser.site.on("main", "/slow"), never);
    await page.open(browser.site.on("main", "/identifier"), never);
    await replaced;
    const { settled, url } = await page.facts(never);
    expect([settled, new URL(url).pathname]).toEqual([true, "/identifier"]);
  });
});
