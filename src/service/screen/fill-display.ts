import { pause, within } from "../../core/pause.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { evaluateApart } from "../chromium/isolated-world.ts";
import type { WatchedPage } from "../chromium/page-watch.ts";

/**
 * Time for a new window to be maximized and for its page to start on a busy machine, in milliseconds; a pop-up is never
 * maximized, and is not changed.
 */
const OPENING_MS = 30_000;
/** Time in milliseconds in which most windows open, and the pauses between two checks in it and after it. */
const USUAL_OPENING_MS = 3_000;
const CHECK_EVERY_MS = 50;
const LATE_CHECK_EVERY_MS = 250;
/**
 * Time limit for a page to report its size, in milliseconds; a page that a client has paused reports it later or never.
 */
const SIZE_BOUND_MS = 300;
/** Number of equal sizes in a row after which a size counts as final. */
const FINAL = 2;

/**
 * Makes the new windows of a browser fill its display. After full screen, a browser opens a window one pixel smaller
 * than the display. If the window manager maximizes that window before Chromium knows its new frame, Chromium 156 knows
 * the right size but draws the smaller one until the size changes again. Therefore the size is changed twice.
 */
export function fillDisplay(connection: BrowserConnection): void {
  const known = new Set<number>();
  const check = (page: WatchedPage): void => {
    fillByWindow(connection, page, known).catch(() => {});
  };
  connection.pageWatch.onOpen(check);
  // Windows of the last run are restored with their size.
  connection.pageWatch.pages().then(
    (pages) => pages.forEach(check),
    () => {},
  );
}

async function fillByWindow(connection: BrowserConnection, page: WatchedPage, known: Set<number>): Promise<void> {
  const { windowId } = await connection.send("Browser.getWindowForTarget", { targetId: page.targetId });
  if (known.has(windowId)) return;
  known.add(windowId);
  let short = 0;
  const opened = performance.now();
  const age = (): number => performance.now() - opened;
  const nextCheck = (): Promise<void> => pause(age() < USUAL_OPENING_MS ? CHECK_EVERY_MS : LATE_CHECK_EVERY_MS);
  for (; age() < OPENING_MS; await nextCheck()) {
    const { bounds } = await connection.send("Browser.getWindowBounds", { windowId });
    const { width = 0, height = 0, windowState } = bounds;
    if (windowState !== "maximized") continue;
    if (page.crashed || page.dialog) return;
    // Rejects while the page navigates.
    const drawn = evaluateApart<number[]>(page.session, "[outerWidth, outerHeight]").catch(() => undefined);
    const [drawnWidth, drawnHeight] = (await within(drawn, SIZE_BOUND_MS)) ?? [];
    if (drawnWidth === width && drawnHeight === height) return;
    short = drawnWidth === width - 1 && drawnHeight === height - 1 ? short + 1 : 0;
    if (short < FINAL) continue;
    short = 0;
    for (const state of ["normal", "maximized"] as const) {
      await connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: state } });
    }
  }
}
