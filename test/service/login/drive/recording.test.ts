import type { TestContext } from "vitest";
import type { BrowserConnection } from "../../../../src/service/chromium/browser-connection.ts";
import type { PageEvent } from "../../../../src/service/login/drive/recording.ts";
import { loginTest, never } from "../../../support/browser/login-browser.ts";
import { until } from "../../../support/until.ts";
import { foreignSite } from "../support/foreign-site.ts";
import { Person } from "../support/person.ts";

const test = loginTest();

/** True for a click that gives a field the focus, of which there may be several. */
function isFocus(event: PageEvent): boolean {
  return event.did === "click" && event.control.isField === true;
}

/** Event as `did label`, with the text of a field. */
function shown(event: PageEvent): string {
  if (event.did === "other") return "other";
  const { label, text, key } = event.control;
  const what = `${event.did} ${key === undefined ? label || text : `key ${key}`}`;
  return event.did === "fill" ? `${what}: ${event.text}` : event.did === "check" ? `${what} ${event.checked}` : what;
}

test("what a person does is recorded before the page goes on, and what a script does is not", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const content = `<form action="/next"><label>Zyxo <input name=u></label> Qwlt <input type=password>
    <label><input type=checkbox name=stay> Stay</label><button>Vrmp</button></form>
    <script>document.querySelector("button").click; setInterval(() => {
      document.querySelector("[name=u]").dispatchEvent(new Event("input", { bubbles: true }));
      document.body.click();
    }, 20)</script>`;
  const { url } = await foreignSite(({ html }) => html(content), onTestFinished);
  const page = await browser.at(url);
  const events: PageEvent[] = [];
  await page.record((event) => events.push(event), never);
  const person = new Person(browser.connection);
  await person.type("ab", "[name=u]");
  await person.type("c", "[type=password]");
  await person.click("label:has([type=checkbox])");
  await person.click("button");
  const seen = (): string[] => events.filter((event) => !isFocus(event)).map(shown);
  await until(() => seen().length >= 5);
  expect(seen()).toEqual(["fill Zyxo: a", "fill Zyxo: ab", "fill Qwlt: c", "check Stay true", "click Vrmp"]);
  expect(new Set(events.map(({ pageUrl }) => pageUrl))).toEqual(new Set([new URL(url).href]));
  await until(async () => (await page.facts(never)).url.includes("/next"));
  await person.type("d", "[name=u]");
  await person.enter();
  await until(() => seen().length >= 7, { what: () => JSON.stringify(seen()), boundMs: 5_000 });
  expect(seen().slice(5)).toEqual(["fill Zyxo: d", "enter Zyxo"]);
});

test("a document is recorded from the first key on, however late the service hears of it", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const first = `<button onclick="location.href = '/form'">Grmpf</button>`;
  const second = `<label>Zyxo <input></label><button onclick="location.href = '/last'">Vrmp</button>`;
  const { url } = await foreignSite(({ path, html }) => html(path === "/form" ? second : first), onTestFinished);
  const page = await browser.at(url);
  const events: PageEvent[] = [];
  await page.record((event) => events.push(event), never);
  const { connection } = browser;
  let isRequested = false;
  const stop = connection.on("Fetch.requestPaused", ({ request }) => {
    isRequested ||= request.url.endsWith("/form");
  });
  onTestFinished(stop);
  losing(connection, onTestFinished, (method) => isRequested && method === "Runtime.addBinding");
  const person = new Person(connection);
  await person.click("button");
  await person.type("ab", "input");
  await person.click("button");
  await until(async () => (await page.facts(never)).url.endsWith("/last"));
  expect(events.filter((event) => !isFocus(event)).map(shown)).toEqual([
    "click Grmpf",
    "fill Zyxo: a",
    "fill Zyxo: ab",
    "click Vrmp",
  ]);
});

test("a document that ends while the service looks for a closed shadow root reports that something was done", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const content = `<in-box></in-box><script>
    const root = document.querySelector("in-box").attachShadow({ mode: "closed" });
    (globalThis.closedRoots = new Map()).set(document.querySelector("in-box"), root);
    root.innerHTML = "<input>";
    root.querySelector("input").addEventListener("input", ({ target }) => {
      if (target.value === "ab") location.href = "/last";
    });
  </script>`;
  const { url } = await foreignSite(({ path, html }) => html(path === "/last" ? "" : content), onTestFinished);
  const page = await browser.at(url);
  const events: PageEvent[] = [];
  await page.record((event) => events.push(event), never);
  losing(
    browser.connection,
    onTestFinished,
    (method, params) => method === "Runtime.evaluate" && JSON.stringify(params).includes("browserctlMet.hosts"),
  );
  await new Person(browser.connection).type("ab", "in-box >> input");
  await until(async () => (await page.facts(never)).url.endsWith("/last"));
  expect(events.map(shown)).toContain("other");
});

/** Loses commands to the browser until the test ends. */
function losing(
  connection: BrowserConnection,
  onTestFinished: TestContext["onTestFinished"],
  isLost: (method: string, params: unknown) => boolean,
): void {
  const relay = connection.relay.bind(connection);
  connection.relay = (method, params, ...rest) => {
    if (!isLost(method, params)) relay(method, params, ...rest);
  };
  onTestFinished(() => {
    connection.relay = relay;
  });
}
