import { chromium as playwright } from "playwright-core";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CdpMessage } from "../../../src/service/chromium/cdp.ts";
import { BrowserCurl } from "../../../src/service/chromium/curl/curl.ts";
import { screenshot } from "../../../src/service/chromium/screenshot.ts";
import { applyViewport } from "../../../src/service/chromium/viewport.ts";
import { attach, Client, open, withMux } from "../../support/browser/cdp-client.ts";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";
import { type Info, infos, story } from "./support/mux-targets.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
  await browser.connection.pageWatch.pages();
});
afterAll(() => browser.stop());

describe("TargetInfo.attached", () => {
  test("TargetInfo.attached counts only clients, in lists, in answers about one target and in events", async () => {
    const url = await withMux(browser.connection);
    const [client, watcher] = await Promise.all([Client.open(url), Client.open(url)]);
    await watcher.send("Target.setDiscoverTargets", { discover: true });
    const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    const ours = await browser.connection.pageWatch.page(targetId, AbortSignal.timeout(5_000));
    expect(ours?.targetId).toBe(targetId);
    expect((await infos(client)).filter((info) => info.attached)).toEqual([]);
    const about = async (from: Client): Promise<boolean> =>
      (await from.send<{ targetInfo: Info }>("Target.getTargetInfo", { targetId })).targetInfo.attached;
    expect(await about(client)).toBe(false);

    const session = await attach(client, targetId);
    expect(await about(watcher)).toBe(true);
    expect((await infos(watcher)).filter((info) => info.attached).map((info) => info.targetId)).toEqual([targetId]);
    const second = await attach(watcher, targetId);
    await client.send("Target.detachFromTarget", { sessionId: session });
    expect(await about(client)).toBe(true);
    await watcher.send("Target.detachFromTarget", { sessionId: second });
    expect(await about(client)).toBe(false);
    const last = await attach(client, targetId);
    client.socket.close();
    await until(async () => !(await about(watcher)), { what: "the client's session to be gone" });
    expect(last).toMatch(/^[0-9A-F]{32}$/);
    await watcher.send("Target.closeTarget", { targetId });
    await until(() => story(watcher, targetId).includes("targetDestroyed"), { what: "the end of the target" });
    let state = "false";
    // A change of only the title does not report the attachment again.
    const told = story(watcher, targetId).filter((line) => {
      const [event, attached = state] = line.split(" ");
      const isNew = event !== "targetInfoChanged" || attached !== state;
      state = attached;
      return isNew;
    });
    expect(told).toEqual([
      "targetCreated false",
      "targetInfoChanged true",
      "attachedToTarget true",
      "detachedFromTarget",
      "targetInfoChanged false",
      "targetInfoChanged true",
      "targetInfoChanged false",
      "targetDestroyed",
    ]);
  });

  test("a closed target loses its attachment before its session ends", async () => {
    const client = await Client.open(await withMux(browser.connection));
    await client.send("Target.setDiscoverTargets", { discover: true });
    const { targetId } = await open(client);
    await client.send("Target.closeTarget", { targetId });
    await until(() => story(client, targetId).includes("targetDestroyed"), { what: "the end of the target" });
    expect(story(client, targetId).slice(-3)).toEqual([
      "targetInfoChanged false",
      "detachedFromTarget",
      "targetDestroyed",
    ]);
  });

  test("discovery that is switched off reports nothing more", async () => {
    const client = await Client.open(await withMux(browser.connection));
    await client.send("Target.setDiscoverTargets", { discover: true });
    const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    await client.send("Target.setDiscoverTargets", { discover: false });
    await attach(client, targetId);
    expect(story(client, targetId)).not.toContain("targetInfoChanged true");
    await client.send("Target.closeTarget", { targetId });
  });
});

describe("hidden targets", () => {
  test("a client sees no tab and no browser target of the service, whether it connected before or after", async () => {
    const { connection } = browser;
    const { signal } = new AbortController();
    const mux = await withMux(connection);
    const list = async (client: Client): Promise<string[]> => {
      const { targetInfos } = await client.send<{ targetInfos: Info[] }>("Target.getTargets", { filter: [{}] });
      return targetInfos.map(({ type, targetId }) => `${type} ${targetId}`).sort();
    };
    const before = await Client.open(mux);
    await before.send("Target.setDiscoverTargets", { discover: true, filter: [{}] });
    await before.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: "page", exclude: true }, {}],
    });
    const known = await list(before);
    const browsers = before.events("Target.targetCreated").filter((each) => {
      return (each.params as { targetInfo: Info }).targetInfo.type === "browser";
    });
    expect(browsers).toHaveLength(1);
    const heard = before.messages.length;
    const [hidden, curl] = [await connection.hiddenTabs.create(), new BrowserCurl(connection, connection.hiddenTabs)];
    const { url } = await withServer((_request, response) => response.end("x"));
    expect((await curl.request({ url })).status).toBe(200);
    // Pages of other tests may still be closed, but none may be added.
    expect((await list(before)).filter((target) => !known.includes(target))).toEqual([]);
    // A known page may still change its title; nothing else is reported.
    const ofOthers = before.messages.slice(heard).filter(({ method, params }) => {
      const { targetInfo, targetId } = (params ?? {}) as { targetInfo?: Info; targetId?: string };
      const about = targetInfo?.targetId ?? targetId ?? "";
      return method !== undefined && !known.some((target) => target.endsWith(` ${about}`));
    });
    expect(ofOthers).toEqual([]);

    await browser.input.setClipboardText("x", signal);
    const viaPuppeteer = await puppeteer.connect({ browserWSEndpoint: mux, defaultViewport: null });
    const pages = (await list(before)).filter((target) => target.startsWith("page ")).length;
    expect(await viaPuppeteer.pages()).toHaveLength(pages);
    await viaPuppeteer.disconnect();
    await curl.close();
    await connection.send("Target.closeTarget", { targetId: hidden.targetId });
  });
});

describe("what the service does in a page", () => {
  const TRAPS = `<!doctype html><body style="margin:0"><input id="field" style="width:300px;height:100px"><script>
    window.noticed = [];
    const notice = (what) => noticed.includes(what) || noticed.push(what);
    // V8 asks for the stack of an error on the console when Runtime is enabled.
    Error.prepareStackTrace = () => { notice("Runtime"); return ""; };
    const watch = (object, name) => {
      const { get } = Object.getOwnPropertyDescriptor(object, name);
      Object.defineProperty(object, name, { get() { notice(name); return get.call(this); } });
    };
    watch(window, "innerWidth"); watch(window, "innerHeight"); watch(Document.prototype, "visibilityState");
    const { hasFocus } = Document.prototype;
    Document.prototype.hasFocus = function () { notice("hasFocus"); return hasFocus.call(this); };
    const names = Object.getOwnPropertyNames(window).length;
    setInterval(() => {
      console.debug(new Error("x"));
      const start = performance.now();
      if (!window.quiet) debugger;
      if (performance.now() - start > 100) notice("Debugger");
      if (Object.getOwnPropertyNames(window).length > names + 2) notice("names");
      window.ticks = (window.ticks ?? 0) + 1;
    }, 20);
  </script>`;

  test("neither the page nor a client notices the service's work in a page", async () => {
    const { connection } = browser;
    const { url } = await withServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(TRAPS);
    });
    const client = await Client.open(await withMux(connection));
    const other = await open(client);
    const { targetId, session } = await open(client, url);
    const ask = <T>(expression: string): Promise<T> => client.evaluate(session, expression);
    await until(() => ask<boolean>("window.ticks > 2"), { what: "the page" });
    // The page must not be able to notice how the test itself observes it: Runtime stays off until the end.
    await browser.act("click_mouse", { x: 20, y: 20 });
    await browser.act("type_text", { text: "hello ü" });
    await browser.act("press_key", { keys: ["F5"] });
    await until(() => ask<boolean>("window.ticks > 2").catch(() => false), { what: "the page again" });
    await browser.act("scroll", { x: 20, y: 20, delta_y: 1 });
    await browser.act("set_cursor", { hidden: true });
    await browser.act("set_cursor", { hidden: false });
    const { signal } = new AbortController();
    await browser.input.setClipboardText("copied", signal);
    expect(await browser.input.clipboardText(signal)).toBe("copied");
    await screenshot(connection, { x: 1, y: 1, width: 10, height: 10 });
    await applyViewport(connection, { width: 810, height: 610 });
    await applyViewport(connection, { width: 800, height: 600 });
    const curl = new BrowserCurl(connection, connection.hiddenTabs);
    expect((await curl.request({ url })).status).toBe(200);
    await curl.close();
    const ticks = await ask<number>("ticks");
    await until(() => ask<boolean>(`ticks > ${ticks} + 3`), { what: "more time" });
    expect(await ask("noticed")).toEqual([]);

    // A client that enables Runtime is noticed, so the trap works; the client is not told of the service's next steps.
    await client.send("Runtime.enable", undefined, session);
    await ask("quiet = true");
    await client.send("Debugger.enable", undefined, session);
    await until(() => ask<boolean>("noticed.includes('Runtime')"), { what: "the trap" });
    const seen = client.messages.length;
    await browser.act("click_mouse", { x: 20, y: 20 });
    await browser.act("scroll", { x: 20, y: 20, delta_y: 1 });
    await browser.act("set_cursor", { hidden: true });
    await browser.act("set_cursor", { hidden: false });
    await screenshot(connection, { x: 1, y: 1, width: 10, height: 10 });
    await client.send("Page.createIsolatedWorld", { frameId: targetId, worldName: "its own" }, session);
    const heard = client.messages.slice(seen);
    const worlds = (messages: CdpMessage[]): string[] =>
      messages
        .filter(({ method }) => method === "Runtime.executionContextCreated")
        .map(({ params }) => (params as { context: { name: string } }).context.name);
    expect(worlds(heard)).toEqual(["its own"]);
    expect(worlds(client.messages)).not.toContain("browserctl.service");
    expect(heard.filter(({ method }) => method === "Runtime.executionContextDestroyed")).toEqual([]);
    for (const id of [targetId, other.targetId]) await client.send("Target.closeTarget", { targetId: id });
  });
});

describe("the end of a page", () => {
  test("the end of a page reaches the client before its pending commands fail, in Chromium's words", async () => {
    const client = await Client.open(await withMux(browser.connection));
    const { targetId, session } = await open(client);
    await client.send(
      "Target.setAutoAttach",
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
      session,
    );
    await client.send("Runtime.evaluate", { expression: "new Worker('data:text/javascript,1'); 1" }, session);
    const event = await until(
      () => client.events("Target.attachedToTarget").find((each) => each.sessionId === session),
      { what: "the worker" },
    );
    const worker = (event.params as { sessionId: string }).sessionId;
    const never = { expression: "new Promise(() => {})", awaitPromise: true };
    const ids = [client.post("Runtime.evaluate", never, session), client.post("Runtime.evaluate", never, worker)];
    await client.send("Target.closeTarget", { targetId });
    const failed = await Promise.all(ids.map((id) => client.answer(id)));
    const late = await client.answer(client.post("Runtime.evaluate", never, session));
    const gone = { code: -32001, message: "Session with given id not found." };
    expect([...failed, late]).toEqual([...ids, late.id].map((id) => ({ id, error: gone })));
    const at = (found: (message: CdpMessage) => boolean): number => client.messages.findIndex(found);
    const end = at(
      ({ method, params }) =>
        method === "Target.detachedFromTarget" && (params as { sessionId: string }).sessionId === session,
    );
    expect(end).toBeGreaterThan(-1);
    expect(at(({ id }) => id === ids[0])).toBeGreaterThan(end);
  });

  test("Playwright and Puppeteer recognize the end of a page, and of a document", async () => {
    const url = await withMux(browser.connection);
    const viaPlaywright = await playwright.connectOverCDP(url);
    const viaPuppeteer = await puppeteer.connect({ browserWSEndpoint: url, defaultViewport: null });
    const never = "new Promise(() => {})";
    const failure = (work: Promise<unknown>): Promise<Error> =>
      work.then(
        () => new Error("it did not fail"),
        (error: Error) => error,
      );
    const close = async (target: string): Promise<void> => {
      const { targetInfos } = await browser.connection.send("Target.getTargets");
      const found = targetInfos.find((info) => info.url === target);
      await browser.connection.send("Target.closeTarget", { targetId: found?.targetId ?? "" });
    };

    const page = await viaPlaywright.newPage();
    await page.goto("data:text/html,playwright");
    const replaced = failure(page.evaluate(never));
    await page.goto("data:text/html,playwright2");
    expect((await replaced).message).toContain("Execution context was destroyed");
    const closed = failure(page.evaluate(never));
    const waiting = failure(page.waitForSelector("nothing"));
    await page.evaluate("1");
    await close("data:text/html,playwright2");
    expect((await closed).message).toContain("Target page, context or browser has been closed");
    expect((await waiting).message).toContain("Target page, context or browser has been closed");
    await viaPlaywright.close();

    const other = await viaPuppeteer.newPage();
    await other.goto("data:text/html,puppeteer");
    const pending = failure(other.evaluate(never));
    await other.evaluate("1");
    await close("data:text/html,puppeteer");
    expect((await pending).name).toBe("TargetCloseError");
    await viaPuppeteer.disconnect();
  });
});
