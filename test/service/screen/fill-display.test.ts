import { expect, test } from "vitest";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import type { WatchedPage } from "../../../src/service/chromium/page-watch.ts";
import { fillDisplay } from "../../../src/service/screen/fill-display.ts";
import { until } from "../../support/until.ts";

/** Time in milliseconds that only a busy machine needs to open a window. */
const LATE_MS = 3_200;

test("a window that is maximized late fills the display", async () => {
  const opened = performance.now();
  let changes = 0;
  const send = async (method: string): Promise<unknown> => {
    const isLate = performance.now() - opened > LATE_MS;
    if (method === "Browser.getWindowForTarget") return { windowId: 1 };
    if (method === "Browser.getWindowBounds")
      return { bounds: { width: 900, height: 700, windowState: isLate ? "maximized" : "normal" } };
    if (method === "Browser.setWindowBounds") changes += 1;
    if (method === "Page.getFrameTree") return { frameTree: { frame: { id: "main" } } };
    if (method === "Page.createIsolatedWorld") return { executionContextId: 1 };
    return { result: { value: changes === 2 ? [900, 700] : [899, 699] } };
  };
  const page = { targetId: "window", session: { send }, crashed: false } as unknown as WatchedPage;
  const pageWatch = { onOpen: () => {}, pages: async () => [page] };
  fillDisplay({ send, pageWatch } as unknown as BrowserConnection);
  await until(() => changes === 2);
  expect(performance.now() - opened).toBeGreaterThan(LATE_MS);
});
