import { pause, within } from "../../core/pause.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { evaluateApart } from "../chromium/isolated-world.ts";
import type { ViewportSize } from "../chromium/launch-flags.ts";
import { activePage } from "../chromium/pages.ts";
import { DisplayError } from "./display-error.ts";
import type { RfbClient } from "./rfb/rfb-client.ts";

/** Largest display, in pixels: 3840x2160. Xvnc closes a connection whose picture has more than 32 MiB. */
const MAX_PIXELS = 3840 * 2160;

/**
 * Maximum wait for the window to follow, in milliseconds; a busy page, or a pop-up in front, follows later or not at
 * all.
 */
const FOLLOW_BOUND_MS = 1_000;
const CHECK_EVERY_MS = 5;

/** Throws a `DisplayError` `size-refused` for a size that a display cannot have. */
export function assertDisplaySize({ width, height }: ViewportSize): void {
  if (width * height <= MAX_PIXELS) return;
  const size = `is ${width}x${height}, ${width * height} pixels`;
  const message = `${size}; a session with a screen has at most ${MAX_PIXELS}, such as 3840x2160: use a smaller one, or headless: true`;
  throw new DisplayError("size-refused", `viewport: ${message}`, { problems: [{ path: "viewport", message }] });
}

/**
 * Changes the size of a display. Resolves when the shown page has the new window. Throws a `DisplayError` `size-refused`
 * or `ended`.
 */
export async function resizeDisplay(rfb: RfbClient, connection: BrowserConnection, size: ViewportSize): Promise<void> {
  assertDisplaySize(size);
  await rfb.resize(size.width, size.height);
  await within(followed(connection, size), FOLLOW_BOUND_MS);
}

async function followed(connection: BrowserConnection, { width, height }: ViewportSize): Promise<void> {
  const end = performance.now() + FOLLOW_BOUND_MS;
  while (performance.now() < end) {
    const page = await activePage(connection);
    if (page.crashed || page.dialog) return;
    const outer = evaluateApart<number[]>(page.session, "[outerWidth, outerHeight]").catch(() => undefined);
    const [outerWidth, outerHeight] = (await within(outer, FOLLOW_BOUND_MS)) ?? [];
    if (outerWidth === width && outerHeight === height) return;
    await pause(CHECK_EVERY_MS);
  }
}
