import { within } from "../../core/pause.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { PageDriver } from "../chromium/input/page-driver.ts";
import type { ViewportSize } from "../chromium/launch-flags.ts";
import { activePage } from "../chromium/pages.ts";
import { Screencast } from "../chromium/screencast/screencast.ts";
import { screenshot } from "../chromium/screenshot.ts";
import type { ScreenshotRegion } from "../chromium/screenshot-region.ts";
import { applyViewport } from "../chromium/viewport.ts";
import type { Point } from "../input/device.ts";
import { Input } from "../input/input.ts";
import type { Display } from "../screen/display.ts";
import { DisplayDriver } from "../screen/display-driver.ts";
import { displayScreenshot } from "../screen/display-screenshot.ts";
import { resizeDisplay } from "../screen/display-size.ts";
import { fillDisplay } from "../screen/fill-display.ts";

/** Time limit for the focus of a new page, in milliseconds; a restored page with a dialog may not answer. */
const FOCUS_BOUND_MS = 5_000;

interface AnyScreen {
  /** Resolves when the window of the browser is ready for clients; input and pictures wait for it. */
  readonly settled: Promise<void>;
  readonly input: Input;
  /** Takes a PNG of the screen, or of a region of it. */
  screenshot(region?: ScreenshotRegion): Promise<Buffer>;
  /** Changes the viewport. */
  resize(viewport: ViewportSize): Promise<void>;
}

export interface RealScreen extends AnyScreen {
  readonly kind: "real";
  readonly reason?: undefined;
  readonly display: Display;
}

export interface HeadlessScreen extends AnyScreen {
  readonly kind: "headless";
  /** Reason for a screen that is not real. */
  readonly reason: string;
  readonly display?: undefined;
  /** Screencast of its viewport. */
  readonly cast: Screencast;
}

/** Screen of a session: its input and its pictures. */
export type Screen = RealScreen | HeadlessScreen;

/** Screen of a browser without a window: the viewport of its active page. Creating it sends nothing. */
export function headlessScreen(connection: BrowserConnection, reason: string): HeadlessScreen {
  return {
    kind: "headless",
    settled: Promise.resolve(),
    reason,
    cast: new Screencast(connection),
    input: new Input(new PageDriver(connection), connection.closed),
    screenshot: (region) => screenshot(connection, region),
    resize: (viewport) => applyViewport(connection, viewport),
  };
}

/** Screen of a browser on a private display, including its windows. */
export function displayScreen(display: Display, connection: BrowserConnection): RealScreen {
  const { rfb } = display;
  const settled = focusPage(connection);
  fillDisplay(connection);
  const driver = new DisplayDriver(display, connection, settled);
  return {
    kind: "real",
    settled,
    display,
    input: new Input(driver, Promise.race([rfb.closed, connection.closed])),
    screenshot: async (region) => {
      await settled;
      const pointer: Point | undefined = driver.cursorHidden ? undefined : driver.mousePosition;
      return displayScreenshot({ rfb, region, lastInput: driver.lastInput, pointer });
    },
    resize: (viewport) => resizeDisplay(rfb, connection, viewport),
  };
}

/** A new window has the focus in its address bar, where text for the page would go. */
async function focusPage(connection: BrowserConnection): Promise<void> {
  const focused = activePage(connection).then(({ session }) => session.send("Page.bringToFront"));
  await within(
    focused.catch(() => {}),
    FOCUS_BOUND_MS,
  );
}
