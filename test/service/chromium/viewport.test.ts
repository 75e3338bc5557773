import { describe, expect, test } from "vitest";
import { BrowserVersions } from "../../../src/service/chromium/browser-version.ts";
import { applyViewport } from "../../../src/service/chromium/viewport.ts";
import { CHROMIUM, evaluate, openPage, withChromium } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { expectViewportEverywhere, firstPage, SIZE } from "./support/viewports.ts";

describe("viewport", () => {
  test("the viewport at start applies to the first page, tab, window and browser context", async () => {
    // Without a memory of the window the start measures it.
    await expectViewportEverywhere({ width: 1920, height: 1080 }, new BrowserVersions());
  });

  test("a later viewport reaches windows, shown tabs, new tabs and windows, and a full-screen page", async () => {
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
    const { windowId } = await connection.send("Browser.getWindowForTarget", { targetId: first.targetId });
    await connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "fullscreen" } });
    await applyViewport(connection, { width: 800, height: 500 });
    expect(await evaluate(first.session, SIZE)).toBe("800x500");
  });

  test("a start reuses the measured height of the window", async () => {
    const versions = new BrowserVersions();
    await versions.rememberWindowChrome(CHROMIUM, 40);
    const wrong = await withChromium({ versions });
    expect(await evaluate(await firstPage(wrong.connection), SIZE)).toBe("800x553");
  });
});
