import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { PageDriver } from "../chromium/input/page-driver.ts";
import type { ViewportSize } from "../chromium/launch-flags.ts";
import { type ScreenshotRegion, screenshot } from "../chromium/screenshot.ts";
import { applyViewport } from "../chromium/viewport.ts";
import { Input } from "../input/input.ts";

/** Screen of a session: its input and its pictures. */
export interface Screen {
  readonly kind: "real" | "headless";
  /** Reason for a screen that is not real; absent for a real one. */
  readonly reason?: string;
  readonly input: Input;
  /** Takes a PNG of the screen, or of a region of it. */
  screenshot(region?: ScreenshotRegion): Promise<Buffer>;
  /** Changes the viewport. */
  resize(viewport: ViewportSize): Promise<void>;
}

/** Screen of a browser without a window: the viewport of its active page. Creating it sends nothing. */
export function headlessScreen(connection: BrowserConnection, reason: string): Screen {
  return {
    kind: "headless",
    reason,
    input: new Input(new PageDriver(connection), connection.closed),
    screenshot: (region) => screenshot(connection, region),
    resize: (viewport) => applyViewport(connection, viewport),
  };
}
