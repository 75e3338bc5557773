import { pause, within } from "../../core/pause.ts";
import type { BrowserConnection } from "./browser-connection.ts";
import { type CdpConnection, CdpError, type CdpSession } from "./cdp.ts";
import { evaluateApart } from "./isolated-world.ts";
import type { ViewportSize } from "./launch-flags.ts";
import type { PageWatch, WatchedPage } from "./page-watch.ts";

/** Maximum wait for the new size in a page, which may be busy, hidden, or emulate another size. */
const CONFIRM_BOUND_MS = 1_000;
const UNKNOWN_METHOD = -32601;

/**
 * Resizes every window of the browser, and windows opened later, so that `innerWidth` and `innerHeight` of their pages
 * are exactly these CSS pixels. A background page changes when it is shown. A full-screen, maximized or minimized
 * window becomes a normal one. Pages with a size emulated by a CDP client keep it.
 *
 * The viewport at the start is a launch flag; this is for a later change (contract 2.2).
 */
export async function applyViewport(connection: BrowserConnection, size: ViewportSize): Promise<void> {
  await connection.windowSizes.apply(size);
}

/** Window sizes of one browser. */
export class WindowSizes {
  readonly #connection: CdpConnection;
  readonly #watch: PageWatch;
  #size: ViewportSize | undefined;
  /** Size that the launch flags give every new window, in outer pixels. */
  #launched: ViewportSize | undefined;
  #windowChrome = 0;
  #follows = false;

  constructor(connection: CdpConnection, watch: PageWatch) {
    this.#connection = connection;
    this.#watch = watch;
  }

  /** Records the viewport of the launch flags and the height of a window without its page, in pixels. */
  launched(viewport: ViewportSize, windowChrome: number): void {
    this.#size = viewport;
    this.#windowChrome = windowChrome;
    this.#launched = { width: viewport.width, height: viewport.height + windowChrome };
  }

  get size(): ViewportSize | undefined {
    return this.#size;
  }

  async apply(size: ViewportSize): Promise<void> {
    this.#size = size;
    const pages = await this.#watch.pages();
    if (!this.#follows) {
      this.#follows = true;
      this.#watch.onOpen((page) => {
        this.#newPage(page).catch(() => {});
      });
    }
    await this.#resizeScreen(pages[0]?.session, size);
    const windows = new Map<number, WatchedPage[]>();
    for (const { page, windowId } of await Promise.all(pages.map((each) => this.#windowOf(each)))) {
      if (windowId !== undefined) windows.set(windowId, [...(windows.get(windowId) ?? []), page]);
    }
    await Promise.all([...windows.keys()].map((windowId) => this.#resize(windowId, size)));
    await within(Promise.all([...windows.values()].map((inWindow) => confirmed(inWindow, size))), CONFIRM_BOUND_MS);
  }

  async #windowOf(page: WatchedPage): Promise<{ page: WatchedPage; windowId?: number }> {
    try {
      const { windowId } = await this.#connection.send("Browser.getWindowForTarget", { targetId: page.targetId });
      return { page, windowId };
    } catch (error) {
      if (error instanceof CdpError) return { page };
      throw error;
    }
  }

  /** Resizes a new window that has the size of the launch flags; a pop-up keeps its own size. */
  async #newPage({ targetId }: WatchedPage): Promise<void> {
    const { windowId, bounds } = await this.#connection.send("Browser.getWindowForTarget", { targetId });
    const launched = this.#launched;
    if (!this.#size || !launched || bounds.width !== launched.width || bounds.height !== launched.height) return;
    await this.#resize(windowId, this.#size);
  }

  async #resize(windowId: number, { width, height }: ViewportSize): Promise<void> {
    try {
      const { bounds } = await this.#connection.send("Browser.getWindowBounds", { windowId });
      if (bounds.windowState !== "normal")
        await this.#connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } });
      const answer = await this.#connection.request("Browser.setContentsSize", { windowId, width, height });
      if (answer.error?.code !== UNKNOWN_METHOD) return;
      const outer = { width, height: height + this.#windowChrome };
      await this.#connection.send("Browser.setWindowBounds", { windowId, bounds: outer });
    } catch (error) {
      // The window was closed in the meantime.
      if (!(error instanceof CdpError)) throw error;
    }
  }

  /** Resizes the screen, so that no page sees a window larger than its screen. */
  async #resizeScreen(session: CdpSession | undefined, { width, height }: ViewportSize): Promise<void> {
    if (!session) return;
    const { connection, id } = session;
    const answer = await connection.request("Emulation.getScreenInfos", undefined, id);
    const screens = answer.result as { screenInfos?: { id: string; isPrimary: boolean }[] } | undefined;
    const screen = screens?.screenInfos?.find((each) => each.isPrimary);
    if (!screen) return;
    const outer = { screenId: screen.id, width, height: height + this.#windowChrome };
    await connection.request("Emulation.updateScreen", outer, id);
  }
}

/** The `innerWidth` and `innerHeight` of a page, or undefined when it does not answer within `boundMs`. */
export async function innerSize(session: CdpSession, boundMs: number): Promise<ViewportSize | undefined> {
  const size = evaluateApart<ViewportSize>(session, "({ width: innerWidth, height: innerHeight })").catch(
    () => undefined,
  );
  return within(size, boundMs);
}

/** Resolves when a page of the window, the visible one, reports the size. */
async function confirmed(pages: readonly WatchedPage[], size: ViewportSize): Promise<void> {
  const end = performance.now() + CONFIRM_BOUND_MS;
  while (performance.now() < end) {
    const sizes = await Promise.all(pages.map((page) => innerSize(page.session, CONFIRM_BOUND_MS)));
    if (sizes.some((inner) => inner?.width === size.width && inner.height === size.height)) return;
    await pause(5);
  }
}
