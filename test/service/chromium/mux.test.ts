import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { chromium as playwright } from "playwright-core";
import puppeteer from "puppeteer-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { CDP_CLOSE } from "../../../src/service/chromium/mux.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { attach, Client, withMux } from "../../support/browser/cdp-client.ts";
import { evaluate, openPage, shareChromium, withChromium } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const shared = shareChromium();

describe("attachCdpClient", () => {
  test("playwright and puppeteer drive one browser at once, and the page they bring to the front is seen", async () => {
    const { connection } = shared;
    const url = await withMux(connection);
    const [viaPlaywright, viaPuppeteer] = await Promise.all([
      playwright.connectOverCDP(url),
      puppeteer.connect({ browserWSEndpoint: url, defaultViewport: null }),
    ]);
    const context = viaPlaywright.contexts()[0];
    const [page, other] = await Promise.all([context?.newPage(), viaPuppeteer.newPage()]);
    await Promise.all([
      page?.goto("data:text/html,<title>p</title><iframe srcdoc='<b>in</b>'></iframe>"),
      other.goto("data:text/html,<title>q</title><button onclick='document.title = \"clicked\"'>x</button>"),
    ]);
    expect(await page?.title()).toBe("p");
    expect(await page?.frameLocator("iframe").locator("b").textContent()).toBe("in");
    await other.click("button");
    expect(await other.title()).toBe("clicked");
    expect(await page?.evaluate("`${innerWidth}x${innerHeight}`")).toBe("800x600");
    // Pages cannot tell which of them is in front. Chromium paints one in the background only now and then.
    const front = async () => evaluate((await activePage(connection)).session, "document.title");
    await other.bringToFront();
    expect(await front()).toBe("clicked");
    await page?.bringToFront();
    expect(await front()).toBe("p");
    expect((await page?.screenshot())?.length).toBeGreaterThan(500);
    const own = await viaPlaywright.newContext();
    expect(await (await own.newPage()).evaluate("1 + 1")).toBe(2);
    await Promise.all(Array.from({ length: 40 }, (_, n) => page?.evaluate(`${n} + 1`)));
    await viaPuppeteer.disconnect();
    await viaPlaywright.close();
    expect((await connection.send("Browser.getVersion")).protocolVersion).toBe("1.3");
    const shown = await activePage(connection);
    expect((await shown.session.send("Page.getFrameTree")).frameTree.frame.id).toBe(shown.targetId);
  });

  test("puppeteer's close ends a browser that is watched once; every client is told, also a later one", async () => {
    const chromium = await withChromium();
    const { pageWatch } = chromium.connection;
    await Promise.all([pageWatch.start(), pageWatch.start()]);
    await openPage(chromium.connection);
    expect((await pageWatch.pages()).length).toBe(2);
    const url = await withMux(chromium.connection);
    const watcher = await Client.open(url);
    await watcher.send("Browser.getVersion");
    const browser = await puppeteer.connect({ browserWSEndpoint: url });
    await browser.close();
    expect(await watcher.closed).toEqual([CDP_CLOSE.browserEnded, "the browser has ended"]);
    expect(await chromium.exited).toMatchObject({ code: 0, reason: "Chromium ended by itself", expected: false });
    expect((await new Client(url).closed)[0]).toBe(CDP_CLOSE.browserEnded);
  });

  test("clients cannot use or see each other's sessions", async () => {
    const { connection } = shared;
    const url = await withMux(connection);
    const [one, two] = await Promise.all([Client.open(url), Client.open(url)]);
    const { targetId } = await activePage(connection);
    const session = await attach(one, targetId);
    await one.send("Runtime.enable", undefined, session);
    await expect(two.send("Runtime.evaluate", { expression: "1" }, session)).rejects.toThrow(
      "Session with given id not found",
    );
    await expect(two.send("Target.detachFromTarget", { sessionId: session })).rejects.toThrow();
    const own = (await activePage(connection)).sessionId;
    await expect(two.send("Runtime.evaluate", { expression: "1" }, own)).rejects.toThrow(
      "Session with given id not found",
    );
    await one.send("Runtime.evaluate", { expression: "console.log('hello')" }, session);
    await until(() => one.events("Runtime.consoleAPICalled").length === 1, { what: "the event" });
    await two.send("Browser.getVersion");
    expect(two.messages.filter((message) => message.method)).toEqual([]);
    expect(one.messages.every((message) => message.sessionId === undefined || message.sessionId === session)).toBe(
      true,
    );
  });

  test("nested sessions of frames and workers work, and end with their page", async () => {
    const { connection } = shared;
    const client = await Client.open(await withMux(connection));
    const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    const session = await attach(client, targetId);
    await client.send(
      "Target.setAutoAttach",
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
      session,
    );
    await client.send(
      "Runtime.evaluate",
      { expression: "w = new Worker('data:text/javascript,self.n = 41')" },
      session,
    );
    const event = await until(
      () => client.events("Target.attachedToTarget").find((each) => each.sessionId === session),
      { what: "the worker" },
    );
    const worker = (event.params as { sessionId: string }).sessionId;
    await until(
      async () => {
        const answer = await client.send<{ result: { value: number } }>(
          "Runtime.evaluate",
          { expression: "self.n + 1" },
          worker,
        );
        return answer.result.value === 42;
      },
      { what: "the worker's answer" },
    );
    await client.send("Target.closeTarget", { targetId });
    await until(() => client.events("Target.detachedFromTarget").length > 0, { what: "the end" });
    await expect(client.send("Runtime.evaluate", { expression: "1" }, session)).rejects.toThrow(
      /Session with given id/,
    );
    await expect(client.send("Runtime.evaluate", { expression: "1" }, worker)).rejects.toThrow(/Session with given id/);
  });

  test("hidden targets of the service are not shown, and do not wait for a client", async () => {
    const { connection } = shared;
    const client = await Client.open(await withMux(connection));
    const filter = [{ type: "tab", exclude: true }, {}];
    await client.send("Target.setDiscoverTargets", { discover: true, filter });
    await client.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter,
    });
    const { targetId } = await connection.send("Target.createTarget", {
      url: "about:blank",
      hidden: true,
      background: true,
    });
    const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
    const hidden = connection.session(sessionId);
    await hidden.send("Page.enable");
    await hidden.send("Page.navigate", { url: "data:text/html,done" });
    await until(() => evaluate<boolean>(hidden, "document.body?.textContent === 'done'"), { what: "the hidden page" });
    const { targetInfos } = await client.send<{ targetInfos: { targetId: string }[] }>("Target.getTargets", { filter });
    await connection.send("Target.closeTarget", { targetId });
    await client.send("Browser.getVersion");
    expect(targetInfos.length).toBeGreaterThan(0);
    expect(JSON.stringify(targetInfos)).not.toContain(targetId);
    expect(client.events("Target.attachedToTarget").length).toBeGreaterThan(0);
    expect(JSON.stringify(client.messages.filter((each) => each.method !== "Target.targetDestroyed"))).not.toContain(
      targetId,
    );
    const own = await client.send<{ targetId: string }>("Target.createTarget", {
      url: "about:blank",
      hidden: true,
      background: true,
    });
    const after = await client.send<{ targetInfos: { targetId: string }[] }>("Target.getTargets", { filter });
    expect(JSON.stringify(after.targetInfos)).toContain(own.targetId);
  });

  test("answers and events arrive in the order in which Chromium sent them", async () => {
    const { connection } = shared;
    const client = await Client.open(await withMux(connection));
    const { targetId } = await activePage(connection);
    const session = await attach(client, targetId);
    await client.send("Runtime.enable", undefined, session);
    const count = 60;
    for (let n = 0; n < count; n++) {
      const params = { expression: `console.log("before ${n}"); "answer ${n}"` };
      client.socket.send(JSON.stringify({ id: 10_000 + n, method: "Runtime.evaluate", params, sessionId: session }));
    }
    await until(() => client.messages.find((message) => message.id === 9_999 + count), { what: "the last answer" });
    const order = client.messages.flatMap((message) => {
      if (message.method === "Runtime.consoleAPICalled")
        return [(message.params as { args: { value: string }[] }).args[0]?.value];
      if ((message.id ?? 0) < 10_000) return [];
      return [(message.result as { result: { value: string } }).result.value];
    });
    expect(order).toEqual(Array.from({ length: count }, (_, n) => [`before ${n}`, `answer ${n}`]).flat());
  });

  test("an invalid command is answered with an error, and the connection stays open", async () => {
    const { connection } = shared;
    const client = await Client.open(await withMux(connection));
    expect((await client.raw("{nonsense")).error?.code).toBe(-32700);
    expect((await client.raw("[]")).error?.code).toBe(-32600);
    expect((await client.raw("null")).error?.code).toBe(-32600);
    expect(await client.raw('{"id":7}')).toMatchObject({ id: 7, error: { code: -32600 } });
    expect((await client.raw('{"id":"x","method":"Browser.getVersion"}')).error?.code).toBe(-32600);
    expect(await client.raw('{"id":8,"method":"No.such"}')).toMatchObject({ id: 8, error: { code: -32601 } });
    expect(await client.raw('{"id":9,"method":"Browser.getVersion","params":5}')).toMatchObject({ id: 9, error: {} });
    expect(await client.send("Browser.getVersion")).toMatchObject({ protocolVersion: "1.3" });
  });

  test("a client that leaves takes its sessions and its unanswered commands with it", async () => {
    const { connection } = shared;
    let closes = 0;
    let messages = 0;
    const url = await withMux(connection, { onClose: () => closes++, onMessage: () => messages++ });
    const client = await Client.open(url);
    const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    const session = await attach(client, targetId);
    const { browserContextId } = await client.send<{ browserContextId: string }>("Target.createBrowserContext", {
      disposeOnDetach: true,
    });
    client.socket.send(
      JSON.stringify({
        id: 99,
        method: "Runtime.evaluate",
        params: { expression: "new Promise(() => {})", awaitPromise: true },
        sessionId: session,
      }),
    );
    await client.send("Browser.getVersion");
    expect(messages).toBe(5);
    await until(() => connection.pendingCount === 1, { what: "one pending command" });
    client.socket.close();
    await client.closed;
    await until(() => closes === 1, { what: "onClose" });
    await until(() => connection.pendingCount === 0, { what: "no pending command" });
    await until(
      async () => !(await connection.send("Target.getBrowserContexts")).browserContextIds.includes(browserContextId),
      { what: "the context to go" },
    );
  });

  test("a dialog belongs to the client that listens, and to nobody after it has left", async () => {
    const { connection } = shared;
    const url = await withMux(connection);
    const page = await activePage(connection);
    const browser = await puppeteer.connect({ browserWSEndpoint: url });
    const theirs = (await browser.pages())[0];
    const answered = new Promise<string>((resolve) => {
      theirs?.once("dialog", async (dialog) => {
        await dialog.accept();
        resolve(dialog.message());
      });
    });
    expect(await evaluate(page.session, "confirm('theirs')")).toBe(true);
    expect(await answered).toBe("theirs");
    const asked = evaluate(page.session, "confirm('nobody')");
    await until(async () => (await activePage(connection)).dialog, { what: "the dialog" });
    await browser.disconnect();
    expect(await asked).toBe(false);
  });
});

describe("back-pressure", () => {
  /** Speaks WebSocket by hand, to be able to stop reading. */
  async function rawClient(url: string): Promise<{ tcp: Socket; send: (message: object) => boolean }> {
    const { port } = new URL(url);
    const tcp = connect(Number(port), "127.0.0.1");
    onTestFinished(() => void tcp.destroy());
    await once(tcp, "connect");
    tcp.write(
      "GET /cdp HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    );
    await once(tcp, "data");
    tcp.on("error", () => {});
    const send = (message: object): boolean => {
      const body = Buffer.from(JSON.stringify(message));
      const head = Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
      return tcp.write(Buffer.concat([head, body]));
    };
    return { tcp, send };
  }

  test("a client that does not read is disconnected before memory grows; other clients continue", async () => {
    const { connection } = shared;
    let closed = false;
    const url = await withMux(connection, { unreadLimit: 1_000_000, onClose: () => (closed = true) });
    const { targetId } = await activePage(connection);
    const other = await Client.open(url);
    const bad = await Client.open(url);
    const session = await attach(bad, targetId);
    await bad.send("Runtime.enable", undefined, session);
    // From here on nothing is read.
    (bad.socket as unknown as { _socket: Socket })._socket.pause();
    const flood = "setInterval(() => { for (let i = 0; i < 4; i++) console.log('x'.repeat(100000)); }, 10), 1";
    const before = process.memoryUsage().rss;
    await evaluate((await activePage(connection)).session, flood);
    await until(() => closed, { what: "the client to be sent away" });
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    expect(await other.send("Browser.getVersion")).toMatchObject({ protocolVersion: "1.3" });
  });

  test("commands of a client that does not read its answers are not read", async () => {
    const { connection } = shared;
    let taken = 0;
    const url = await withMux(connection, { onMessage: () => taken++ });
    const reader = await Client.open(url);
    const { targetId } = await activePage(connection);
    const { tcp, send } = await rawClient(url);
    send({ id: 1, method: "Target.attachToTarget", params: { targetId, flatten: true } });
    const sessionId = /"sessionId":"(\w+)"/.exec(String(await once(tcp, "data")))?.[1];
    expect(sessionId).toMatch(/^[0-9A-F]{32}$/);
    tcp.pause();
    const params = { expression: "'x'.repeat(20_000)" };
    const answered = () => connection.pendingCount === 0;
    let sent = 1;
    let stuck = false;
    while (!stuck && sent < 6_000) {
      for (let n = 0; n < 100; n++) send({ id: ++sent, method: "Runtime.evaluate", params, sessionId });
      stuck = await until(() => answered() && taken >= sent, { what: "the commands to be taken", boundMs: 1_000 }).then(
        () => false,
        () => true,
      );
    }
    expect(stuck).toBe(true);
    expect(await reader.send("Browser.getVersion")).toMatchObject({ protocolVersion: "1.3" });
    tcp.resume();
    await until(() => taken > sent, { what: "the rest to be taken" });
  });

  test("one message larger than the limit arrives", async () => {
    const { connection } = shared;
    const client = await Client.open(await withMux(connection, { unreadLimit: 1_000_000 }));
    const session = await attach(client, (await activePage(connection)).targetId);
    const expression = "'y'.repeat(4_000_000)";
    const { result } = await client.send<{ result: { value: string } }>(
      "Runtime.evaluate",
      { expression, returnByValue: true },
      session,
    );
    expect(result.value.length).toBe(4_000_000);
  });
});
