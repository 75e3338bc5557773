import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { CdpClosedError } from "../../../src/service/chromium/cdp.ts";
import { BrowserCurl } from "../../../src/service/chromium/curl/curl.ts";
import {
  evaluate,
  httpTarget,
  openPage,
  startBrowser,
  type Target,
  type TestBrowser,
} from "../../support/servers/curl-target.ts";
import { until } from "../../support/until.ts";

let browser: TestBrowser;
let curl: BrowserCurl;
let target: Target;
let initial: string[] = [];
let served: string[] = [];
/** Outcome of a request to /held. */
let held = Promise.withResolvers<void>();
/** Responses to /together…, held back until there are four. */
let together: ServerResponse[] = [];

beforeAll(async () => {
  browser = await startBrowser(["--remote-debugging-port=0"]);
});

beforeEach(async () => {
  served = [];
  held = Promise.withResolvers();
  together = [];
  target = await httpTarget((request, response) => {
    served.push(request.url ?? "");
    if (request.url === "/held") {
      held.resolve();
      return;
    }
    if (request.url?.startsWith("/together")) {
      together.push(response);
      if (together.length === 4) for (const waiting of together.splice(0)) waiting.end(waiting.req.url);
      return;
    }
    response.end(request.url);
  });
  initial = [];
  initial = (await targets()).map((info) => info.targetId);
  curl = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs);
});

afterEach(async () => {
  await curl?.close();
  await target?.stop();
});

afterAll(() => browser?.stop());

/** Targets of the browser that did not exist before the test. */
const targets = async () => {
  const { targetInfos } = await browser.chromium.connection.send("Target.getTargets", {});
  return targetInfos.filter((info) => !initial.includes(info.targetId));
};

test("eight concurrent requests each get their own answer, four at a time in four tabs, and leave none", async () => {
  const paths = Array.from({ length: 8 }, (_, index) => `/together${index}`);
  const answers = await Promise.all(paths.map((path) => curl.request({ url: target.url.slice(0, -1) + path })));
  expect(answers.map((answer) => answer.body)).toEqual(paths);
  expect(served.toSorted()).toEqual(paths.toSorted());
  expect(await targets()).toHaveLength(4);
  await curl.close();
  await expect.poll(targets).toEqual([]);
  await expect(curl.request({ url: target.url })).rejects.toThrow(CdpClosedError);
});

test("successive requests share one tab", async () => {
  for (let index = 0; index < 3; index++) await curl.request({ url: target.url.replace("//", "//user:pass@") });
  expect(await targets()).toHaveLength(1);
  await expect.poll(async () => (await targets())[0]?.url).not.toContain("pass");
  expect(served).toEqual(["/", "/", "/"]);
});

test("a request adds no page for a client, and does not change the page in front", async () => {
  const page = await openPage(browser.chromium, target.url);
  const [port, path] = (await readFile(join(browser.profile, "DevToolsActivePort"), "utf8")).split("\n");
  const client = await playwright.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
  const context = client.contexts()[0];
  if (!context) throw new Error("no context");
  const opened: string[] = [];
  context.on("page", (added) => opened.push(added.url()));
  context.on("request", (request) => opened.push(request.url()));
  await context.route("**/*", (route) => route.abort());
  const before = context.pages().map((known) => known.url());
  expect((await curl.request({ url: `${target.url}seen` })).body).toBe("/seen");
  expect(context.pages().map((known) => known.url())).toEqual(before);
  expect(opened).toEqual([]);
  expect(await evaluate(page, "document.visibilityState")).toBe("visible");
  await client.close();
});

test("the caller's abort frees the tab of a request at once", async () => {
  const one = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs, { maxTabs: 1 });
  const abort = new AbortController();
  const first = one.request({ url: `${target.url}held` }, abort.signal);
  await held.promise;
  const waiting = new AbortController();
  const second = one.request({ url: `${target.url}second` }, waiting.signal);
  const third = one.request({ url: `${target.url}third` });
  waiting.abort(new Error("no longer wanted"));
  await expect(second).rejects.toThrow("no longer wanted");
  abort.abort(new Error("given up"));
  await expect(first).rejects.toThrow("given up");
  expect((await third).body).toBe("/third");
  expect(served).not.toContain("/second");
  await expect(one.request({ url: target.url }, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  await one.close();
});

test("a time-out counts while a request waits for a tab", async () => {
  const one = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs, { maxTabs: 1 });
  const abort = new AbortController();
  const first = one.request({ url: `${target.url}held` }, abort.signal);
  await held.promise;
  await expect(one.request({ url: target.url, timeout_ms: 1000 })).rejects.toMatchObject({
    netError: { number: -7 },
  });
  abort.abort();
  await expect(first).rejects.toThrow();
  await one.close();
});

test("a tab that was closed or has crashed is replaced", async () => {
  const { connection } = browser.chromium;
  await curl.request({ url: target.url });
  const [tab] = await targets();
  await connection.send("Target.closeTarget", { targetId: tab?.targetId ?? "" });
  await until(async () => (await targets()).every(({ targetId }) => targetId !== tab?.targetId));
  expect((await curl.request({ url: `${target.url}again` })).body).toBe("/again");
  expect(served.filter((path) => path === "/again")).toHaveLength(1);

  const doomed = curl.request({ url: `${target.url}held` });
  await held.promise;
  const [busy] = await targets();
  await connection.send("Target.closeTarget", { targetId: busy?.targetId ?? "" });
  await expect(doomed).rejects.toMatchObject({ kind: "network", netError: { number: -3 } });
  expect((await curl.request({ url: `${target.url}after` })).body).toBe("/after");
});

test("an aborted request is also aborted at the target", async () => {
  const closed = Promise.withResolvers<void>();
  const quiet = await httpTarget((request) => {
    request.socket.once("close", () => closed.resolve());
    held.resolve();
  });
  const abort = new AbortController();
  const request = curl.request({ url: quiet.url }, abort.signal);
  await held.promise;
  abort.abort(new Error("given up"));
  await expect(request).rejects.toThrow("given up");
  await closed.promise;
  await quiet.stop();
});

// The last test: it ends the browser.
test("the end of the browser ends running requests", async () => {
  const doomed = curl.request({ url: `${target.url}held` });
  await held.promise;
  browser.chromium.kill();
  await expect(doomed).rejects.toThrow(CdpClosedError);
  await expect(curl.request({ url: target.url })).rejects.toThrow(CdpClosedError);
});
