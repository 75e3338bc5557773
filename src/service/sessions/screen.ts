import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { PageDriver } from "../chromium/input/page-driver.ts";
import type { ViewportSize } from "../chromium/launch-flags.ts";
import { screenshot } from "../chromium/screenshot.ts";
import type { ScreenshotRegion } from "../chromium/screenshot-region.ts";
import { applyViewport } from "../chromium/viewport.ts";
import type { Point } from "../input/device.ts";
import { Input } from "../input/input.ts";
import type { Display } from "../screen/display.ts";
import { DisplayDriver } from "../screen/display-driver.ts";
import { displayScreenshot } from "../screen/display-screenshot.ts";
import { resizeDisplay } from "../screen/display-size.ts";

/** Screen of a session: its input and its pictures. */
export interface Screen {
  readonly kind: "real" | "headless";
  /** Reason for a screen that is not real; absent for a real one. */
  readonly reason?: string;
  /** Display of a real screen. */
  readonly display?: Display;
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

/** Screen of a browser on a private display, window and all. */
export function displayScreen(display: Display, connection: BrowserConnection): Screen {
  const { rfb } = display;
  const driver = new DisplayDriver(display, connection);
  return {
    kind: "real",
    display,
    input: new Input(driver, Promise.race([rfb.closed, connection.closed])),
    screenshot: (region) => {
      const pointer: Point | undefined = driver.cursorHidden ? undefined : driver.mousePosition;
      return displayScreenshot({ rfb, region, lastInput: driver.lastInput, pointer });
    },
    resize: (viewport) => resizeDisplay(rfb, connection, viewport),
  };
}
