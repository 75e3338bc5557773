import { describe, expect, test } from "vitest";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import { BrowserVersions } from "../../../src/service/chromium/browser-version.ts";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { applyViewport } from "../../../src/service/chromium/viewport.ts";
import { CHROMIUM, evaluate, openPage, withChromium } from "../../support/chromium.ts";
import { until } from "../../support/until.ts";

const SIZE = "`${innerWidth}x${innerHeight}`";

async function firstPage(connection: BrowserConnection): Promise<CdpSession> {
  const [page] = await connection.pageWatch.pages();
  if (!page) throw new Error("no page is open");
  return page.session;
}

describe("viewport", () => {
  test.each([
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
  ])("$width x $height at start: first page, tab, window and browser context", async (viewport) => {
    const { connection } = await withChromium({ viewport });
    const wanted = `${viewport.width}x${viewport.height}`;
    expect(await evaluate(await firstPage(connection), SIZE)).toBe(wanted);
    const tab = await openPage(connection);
    expect(await evaluate(tab.session, SIZE)).toBe(wanted);
    const window = await openPage(connection, "about:blank", { newWindow: true });
    expect(await evaluate(window.session, SIZE)).toBe(wanted);
    const { browserContextId } = await connection.send("Target.createBrowserContext");
    const { targetId } = await connection.send("Target.createTarget", { url: "about:blank", browserContextId });
    const other = await connection.send("Target.attachToTarget", { targetId, flatten: true });
    expect(await evaluate(connection.session(other.sessionId), SIZE)).toBe(wanted);
    expect(
      await evaluate(
        tab.session,
        "screen.width >= outerWidth && screen.height >= outerHeight && devicePixelRatio === 1",
      ),
    ).toBe(true);
  });

  test("a later change reaches open windows, background tabs once shown, new tabs and new windows", async () => {
    const { connection } = await withChromium({ viewport: { width: 900, height: 700 } });
    const first = await openPage(connection);
    const second = await openPage(connection);
    const window = await openPage(connection, "about:blank", { newWindow: true });
    for (const size of [
      { width: 1400, height: 1000 },
      { width: 500, height: 400 },
    ]) {
      const wanted = `${size.width}x${size.height}`;
      await applyViewport(connection, size);
      expect(await evaluate(second.session, SIZE)).toBe(wanted);
      expect(await evaluate(window.session, SIZE)).toBe(wanted);
      const tab = await openPage(connection);
      expect(await evaluate(tab.session, SIZE)).toBe(wanted);
      await connection.send("Target.closeTarget", { targetId: tab.targetId });
      const later = await openPage(connection, "about:blank", { newWindow: true });
      await until(async () => (await evaluate(later.session, SIZE)) === wanted, { what: "the new window" });
      expect(await evaluate(window.session, "screen.width >= outerWidth && screen.height >= outerHeight")).toBe(true);
    }
    await connection.send("Target.activateTarget", { targetId: first.targetId });
    await until(async () => (await evaluate(first.session, SIZE)) === "500x400", { what: "the background tab" });
  });

  test("a full screen page becomes a window again", async () => {
    const { connection } = await withChromium({ viewport: { width: 900, height: 700 } });
    const [page] = await connection.pageWatch.pages();
    const { windowId } = await connection.send("Browser.getWindowForTarget", { targetId: page?.targetId ?? "" });
    await connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "fullscreen" } });
    await applyViewport(connection, { width: 800, height: 500 });
    expect(await evaluate(await firstPage(connection), SIZE)).toBe("800x500");
  });

  test("a start whose memory is wrong about the window is corrected by the one that measures", async () => {
    const versions = new BrowserVersions();
    await versions.rememberWindowChrome(CHROMIUM, 40);
    const wrong = await withChromium({ versions });
    expect(await evaluate(await firstPage(wrong.connection), SIZE)).toBe("800x553");
    const measuring = await withChromium({ versions: new BrowserVersions() });
    expect(await evaluate(await firstPage(measuring.connection), SIZE)).toBe("800x600");
  });
});
