import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { attach, Client } from "../../support/browser/cdp-client.ts";
import { startScreenService } from "../../support/screen/screen-agent.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let id: string;
let address: string;
beforeAll(async () => {
  service = await startScreenService();
  const session = { timeout_seconds: 3600, viewport: { width: 1280, height: 800 } };
  ({ session_id: id, cdp_ws_url: address } = await service.create(session));
});
afterAll(() => service.stop());

interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
  windowState: string;
}

interface Window {
  windowId: number;
  bounds: Bounds;
}

let client: Client;
let page: string;
beforeEach(async () => {
  client = await Client.open(address);
  onTestFinished(() => client.socket.terminate());
  page = (await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" })).targetId;
  // Pages share a window, which an earlier test may have changed.
  const { windowId } = await windowOf(page);
  await client.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "maximized" } });
});

const windowOf = (targetId: string): Promise<Window> => client.send<Window>("Browser.getWindowForTarget", { targetId });

/** A window as the manager of the display leaves it. */
const maximized = (): Promise<Window> =>
  until(
    () => windowOf(page),
    ({ bounds }) => bounds.windowState === "maximized",
  );

async function setBounds(windowId: number, bounds: Partial<Bounds>): Promise<Bounds> {
  await client.send("Browser.setWindowBounds", { windowId, bounds });
  return (await client.send<Window>("Browser.getWindowBounds", { windowId })).bounds;
}

/** Waits until a page sees a size, which it does a moment after its window has it. */
async function expectSize(targetId: string, size: [number, number], of = "outer"): Promise<void> {
  const session = await attach(client, targetId);
  const seen = (): Promise<number[]> => client.evaluate<number[]>(session, `[${of}Width, ${of}Height]`);
  expect(
    await until(seen, (each) => each[0] === size[0] && each[1] === size[1], { what: `${of} size ${size.join("x")}` }),
  ).toEqual(size);
}

test("a maximized window takes bounds", async () => {
  const { windowId } = await maximized();
  const bounds = { left: 30, top: 20, width: 900, height: 600 };
  expect(await setBounds(windowId, bounds)).toEqual({ ...bounds, windowState: "normal" });
  await expectSize(page, [900, 600]);
  await client.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "maximized" } });
  await maximized();
  expect(await setBounds(windowId, { width: 700 })).toMatchObject({ width: 700, windowState: "normal" });
});

test.each(["fullscreen", "minimized"])("a window becomes normal from %s", async (windowState) => {
  const { windowId } = await maximized();
  await client.send("Browser.setWindowBounds", { windowId, bounds: { windowState } });
  expect(await setBounds(windowId, { windowState: "normal" })).toMatchObject({ windowState: "normal" });
});

test("a maximized window takes a size of its contents", async () => {
  const { windowId } = await maximized();
  await client.send("Browser.setContentsSize", { windowId, width: 700, height: 500 });
  await expectSize(page, [700, 500], "inner");
});

test("a new window has the size that it was opened with", async () => {
  const target = { url: "about:blank", newWindow: true, width: 640, height: 480 };
  const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", target);
  expect((await windowOf(targetId)).bounds).toMatchObject({ width: 640, height: 480, windowState: "normal" });
  await expectSize(targetId, [640, 480]);
  await client.send("Target.closeTarget", { targetId });
});

test("a window that does not exist gets Chromium's error", async () => {
  await expect(client.send("Browser.setWindowBounds", { windowId: 5, bounds: { width: 300 } })).rejects.toThrow(
    "Browser window not found",
  );
});

test("a page that emulated a device gets the size of its window back", async () => {
  const browser = await puppeteer.connect({ browserWSEndpoint: address, defaultViewport: null });
  onTestFinished(() => browser.disconnect());
  const own = await browser.newPage();
  const target = own.target() as unknown as { _targetId: string };
  const { windowId } = await windowOf(target._targetId);
  await setBounds(windowId, { width: 900, height: 600 });
  await expectSize(target._targetId, [900, 600]);
  const inner = await until(
    async () => (await own.evaluate("[innerWidth, innerHeight]")) as [number, number],
    // The window has borders.
    ([width]) => width > 800 && width <= 900,
  );
  await own.setViewport({ width: 400, height: 300, deviceScaleFactor: 2 });
  await expectSize(target._targetId, [400, 300], "inner");
  await own.setViewport(null);
  await expectSize(target._targetId, inner, "inner");
  await own.close();
});

// The last one: it closes the pages of all others.
test("a page can be opened after the last one was closed, also by an operation", async () => {
  const pages = async (): Promise<string[]> => {
    const { targetInfos } = await client.send<{ targetInfos: { targetId: string; type: string }[] }>(
      "Target.getTargets",
    );
    return targetInfos.filter(({ type }) => type === "page").map(({ targetId }) => targetId);
  };
  const closeAll = async (): Promise<void> => {
    const { windowId } = await maximized();
    const isOpen = (): Promise<boolean> =>
      client.send("Browser.getWindowBounds", { windowId }).then(
        () => true,
        () => false,
      );
    await until(
      async () => {
        // A page of an earlier test may only open now.
        for (const targetId of await pages()) await client.send("Target.closeTarget", { targetId }).catch(() => {});
        return (await pages()).length === 0 && !(await isOpen());
      },
      { what: "the end of the window" },
    );
  };
  await closeAll();
  const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  expect(await pages()).toEqual([targetId]);
  page = targetId;
  await maximized();
  await closeAll();
  const { status, text } = await service.api("POST", `/browsers/${id}/playwright/execute`, {
    json: { code: "return page.url()" },
  });
  expect(status, text).toBe(200);
});
