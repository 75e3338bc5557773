import { pause, within } from "../../core/pause.ts";
import type { BrowserConnection } from "./browser-connection.ts";
import { BrowserError } from "./browser-error.ts";
import { CdpError, type CdpSession } from "./cdp.ts";
import { evaluateApart } from "./isolated-world.ts";
import { activePage, assertUsable } from "./pages.ts";
import { assertInside, type ScreenshotRegion } from "./screenshot-region.ts";

/** Time limit of a capture, in milliseconds; a page that has not painted by then is busy. */
const CAPTURE_BOUND_MS = 15_000;
/** Pause between attempts, while a navigation replaces the page. */
const PAUSE_MS = 20;

/**
 * Takes a PNG screenshot of the active page's viewport, one pixel for each CSS pixel, or of a region of it.
 *
 * Throws a {@link BrowserError}: `invalid` naming each field of a region that leaves the viewport, `page-crashed`,
 * `dialog-open`, `page-not-responding` after 15 s.
 */
export async function screenshot(connection: BrowserConnection, region?: ScreenshotRegion): Promise<Buffer> {
  const end = performance.now() + CAPTURE_BOUND_MS;
  while (performance.now() < end) {
    const page = await activePage(connection);
    assertUsable(page);
    const data = await within(capture(page.session, region), end - performance.now());
    if (data !== undefined) return Buffer.from(data, "base64");
    await pause(PAUSE_MS);
  }
  assertUsable(await activePage(connection));
  throw new BrowserError("page-not-responding", `the page has painted nothing for ${CAPTURE_BOUND_MS / 1000} s`);
}

/** Undefined when the page is being replaced or closed, or has crashed; Chromium may not answer the command then. */
async function capture(session: CdpSession, region: ScreenshotRegion | undefined): Promise<string | undefined> {
  const crashed = Promise.withResolvers<undefined>();
  const stop = session.on("Inspector.targetCrashed", () => crashed.resolve(undefined));
  const captured = async (): Promise<string> => {
    const clip = region && (await clipOf(session, region));
    const options = clip ? { format: "png" as const, clip } : { format: "png" as const };
    return (await session.send("Page.captureScreenshot", options)).data;
  };
  try {
    return await Promise.race([captured(), crashed.promise]);
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  } finally {
    stop();
  }
}

interface View {
  width: number;
  height: number;
  left: number;
  top: number;
}

const VIEW = `({ width: innerWidth, height: innerHeight, left: visualViewport.pageLeft, top: visualViewport.pageTop })`;

/** Converts a region to a clip: Chromium's origin is the document's corner, the API's the viewport's. */
async function clipOf(session: CdpSession, region: ScreenshotRegion): Promise<ScreenshotRegion & { scale: number }> {
  const view = await evaluateApart<View>(session, VIEW);
  assertInside(region, { name: "viewport", ...view });
  return { ...region, x: region.x + view.left, y: region.y + view.top, scale: 1 };
}
