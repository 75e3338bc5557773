import { expect } from "vitest";
import type { BrowserConnection } from "../../../../src/service/chromium/browser-connection.ts";
import type { BrowserVersions } from "../../../../src/service/chromium/browser-version.ts";
import type { CdpSession } from "../../../../src/service/chromium/cdp.ts";
import type { ViewportSize } from "../../../../src/service/chromium/launch-flags.ts";
import { evaluate, openPage, withChromium } from "../../../support/browser/chromium.ts";

/** Expression for the size of a page. */
export const SIZE = "`${innerWidth}x${innerHeight}`";

export async function firstPage(connection: BrowserConnection): Promise<CdpSession> {
  const [page] = await connection.pageWatch.pages();
  if (!page) throw new Error("no page is open");
  return page.session;
}

/** Starts a browser with a viewport and expects it of the first page, a tab, a window and a browser context. */
export async function expectViewportEverywhere(viewport: ViewportSize, versions?: BrowserVersions): Promise<void> {
  const { connection } = await withChromium({ viewport, ...(versions && { versions }) });
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
  const fits = "screen.width >= outerWidth && screen.height >= outerHeight && devicePixelRatio === 1";
  expect(await evaluate(tab.session, fits)).toBe(true);
}
