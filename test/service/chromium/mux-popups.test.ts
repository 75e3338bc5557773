import { chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, open, withMux } from "../../support/browser/cdp-client.ts";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";
import { type Attached, type Info, infos } from "./support/mux-targets.ts";
import { expectEveryPopup } from "./support/popup-ways.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
  await browser.connection.pageWatch.pages();
});
afterAll(() => browser.stop());

describe("popups", () => {
  test("every way of opening a popup answers, for a client that attaches in the page", async () => {
    await expectEveryPopup(browser, "attaching in the page");
  });

  test("a popup waits for a client that wants it to, until that client resumes it", async () => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(request.url === "/pop" ? "<script>document.title = 'ran'</script>" : "<title>opener</title>");
    });
    const client = await Client.open(await withMux(browser.connection));
    const { session } = await open(client, url);
    const params = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await client.send("Target.setAutoAttach", params, session);
    await client.send("Target.setAutoAttach", params);
    const known = new Set((await infos(client)).map((info) => info.targetId));
    const opened = client.post("Runtime.evaluate", { expression: "!!window.open('/pop')" }, session);
    const event = await until(
      () =>
        client.events("Target.attachedToTarget").find((each) => {
          const { targetInfo } = each.params as { targetInfo: Info };
          return targetInfo.type === "page" && !known.has(targetInfo.targetId);
        }),
      { what: "the popup" },
    );
    const { sessionId, waitingForDebugger } = event.params as { sessionId: string; waitingForDebugger: boolean };
    expect(waitingForDebugger).toBe(true);
    // Requests sent before the first script see a page in which nothing has run.
    const source = "globalThis.early = document.title";
    const added = client.post("Page.addScriptToEvaluateOnNewDocument", { source }, sessionId);
    await client.send("Browser.getVersion");
    expect(client.messages.some((message) => message.id === opened)).toBe(false);
    await client.send("Runtime.runIfWaitingForDebugger", undefined, sessionId);
    expect((await client.answer(added)).error).toBeUndefined();
    expect((await client.answer(opened)).result).toMatchObject({ result: { value: true } });
    await until(() => client.evaluate<boolean>(sessionId, "document.title === 'ran'").catch(() => false), {
      what: "the popup's script",
    });
    expect(await client.evaluate(sessionId, "early")).toBe("");
  });
});

describe("popups of clients that wait", () => {
  test("a popup of a client that waits also waits in its tab", async () => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(request.url === "/pop" ? "<script>document.title = 'ran'</script>" : "<title>opener</title>");
    });
    const mux = await withMux(browser.connection);
    const client = await Client.open(mux);
    const { session } = await open(client, url);
    const params = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await client.send("Target.setAutoAttach", { ...params, filter: [{ type: "page", exclude: true }, {}] });
    const waiting = () =>
      client.events("Target.attachedToTarget").find((each) => (each.params as Attached).waitingForDebugger);
    const opened = client.post("Runtime.evaluate", { expression: "!!window.open('/pop')" }, session);
    const tab = (await until(waiting, { what: "the tab" })).params as Attached;
    expect(tab.targetInfo.type).toBe("tab");
    expect(client.messages.some((message) => message.id === opened)).toBe(false);
    await client.send("Target.setAutoAttach", params, tab.sessionId);
    await client.send("Runtime.runIfWaitingForDebugger", undefined, tab.sessionId);
    const page = await until(
      () => client.events("Target.attachedToTarget").find((each) => each.sessionId === tab.sessionId),
      { what: "the page" },
    );
    const { sessionId } = page.params as Attached;
    await client.send("Page.enable", undefined, sessionId);
    expect(client.messages.some((message) => message.id === opened)).toBe(false);
    await client.send("Runtime.runIfWaitingForDebugger", undefined, sessionId);
    expect((await client.answer(opened)).result).toMatchObject({ result: { value: true } });
    await until(() => client.evaluate<boolean>(sessionId, "document.title === 'ran'").catch(() => false), {
      what: "the popup",
    });
  });

  test("a popup without an opener runs when its client resumes it", async () => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(request.url === "/pop" ? "<script>document.title = 'ran'</script>" : "<title>opener</title>");
    });
    for (const filter of [undefined, [{ type: "page", exclude: true }, {}]]) {
      const client = await Client.open(await withMux(browser.connection));
      const { session } = await open(client, url);
      const params = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
      await client.send("Target.setAutoAttach", { ...params, ...(filter && { filter }) });
      await client.evaluate(session, "window.open('/pop', '_blank', 'noopener')");
      const waiting = () =>
        client.events("Target.attachedToTarget").find((each) => (each.params as Attached).waitingForDebugger);
      let { sessionId } = (await until(waiting, { what: "the popup" })).params as Attached;
      if (filter) {
        await client.send("Target.setAutoAttach", params, sessionId);
        const nested = () => client.events("Target.attachedToTarget").find((each) => each.sessionId === sessionId);
        const page = (await until(nested, { what: "the page" })).params as Attached;
        await client.send("Runtime.runIfWaitingForDebugger", undefined, sessionId);
        sessionId = page.sessionId;
      }
      await client.send("Runtime.runIfWaitingForDebugger", undefined, sessionId);
      const ran = () => client.evaluate<boolean>(sessionId, "document.title === 'ran'").catch(() => false);
      expect(await until(ran, { what: "the popup's script" })).toBe(true);
      client.socket.close();
    }
  });

  test("a popup runs when the client that paused it has left", async () => {
    const mux = await withMux(browser.connection);
    const [client, other] = await Promise.all([Client.open(mux), Client.open(mux)]);
    const { session } = await open(other);
    const params = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await client.send("Target.setAutoAttach", params);
    const opened = other.post("Runtime.evaluate", { expression: "!!window.open('about:blank')" }, session);
    await until(
      () => client.events("Target.attachedToTarget").find((each) => (each.params as Attached).waitingForDebugger),
      { what: "the popup" },
    );
    client.socket.close();
    expect((await other.answer(opened)).result).toMatchObject({ result: { value: true } });
  });

  test("Playwright's init scripts come before the scripts of a popup", async () => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(request.url === "/pop" ? "<script>window.seen = window.early</script>" : "<title>opener</title>");
    });
    const viaPlaywright = await playwright.connectOverCDP(await withMux(browser.connection));
    const context = await viaPlaywright.newContext();
    await context.addInitScript("window.early = 'yes'");
    const page = await context.newPage();
    await page.goto(url);
    for (let count = 0; count < 10; count++) {
      const [popup] = await Promise.all([page.waitForEvent("popup"), page.evaluate("!!window.open('/pop')")]);
      await popup.waitForLoadState();
      expect(await popup.evaluate("seen")).toBe("yes");
      await popup.close();
    }
    await viaPlaywright.close();
  });
});
