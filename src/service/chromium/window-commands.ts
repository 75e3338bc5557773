import { isDeepStrictEqual } from "node:util";
import type { Protocol } from "devtools-protocol";
import { isObject } from "../../core/is-object.ts";
import { pause } from "../../core/pause.ts";
import { type CdpConnection, CdpError, type CdpMessage } from "./cdp.ts";

type Bounds = Protocol.Browser.Bounds;

/** Maximum wait for the window manager, which changes a window after Chromium has answered. */
const BOUND_MS = 3_000;
const STEP_MS = 20;
/**
 * Number of checks after which an ineffective command is sent again: the window manager may have changed the window
 * after it.
 */
const STEPS_TO_REPEAT = 10;

/** Number of equal readings of a window's bounds in a row after which they count as final. */
const FINAL = 4;
/** Maximum number of repetitions of a size of a window's contents; the window may have a minimum size. */
const MAX_REPEATS = 4;
/** Maximum width and height of a window's borders and bars together, in pixels. */
const MAX_FRAME = 300;

const PLACE = ["left", "top", "width", "height"] as const;

/**
 * Makes a CDP client's commands about windows work on a display whose manager maximizes every new window: Chromium
 * refuses a size for a maximized window, or loses it. The window is restored first, and the command is answered when
 * the window has its size. Has no effect for a headless browser.
 */
export class WindowCommands {
  readonly #connection: CdpConnection;
  #managed = false;

  constructor(connection: CdpConnection) {
    this.#connection = connection;
  }

  /** Records that a window manager maximizes new windows. */
  managed(): void {
    this.#managed = true;
  }

  /** Prepares the window of a command; undefined when there is nothing to do. */
  before(method: string, params: unknown): Promise<void> | undefined {
    if (!this.#managed || !isObject(params)) return undefined;
    const { windowId } = params;
    if (typeof windowId !== "number") return undefined;
    const resizes = method === "Browser.setContentsSize" || (method === "Browser.setWindowBounds" && isNormal(params));
    return resizes ? unlessClosed(this.#restore(windowId)) : undefined;
  }

  /** Waits until an answered command has taken effect; undefined when there is nothing to wait for. */
  after(method: string, params: unknown, { result }: CdpMessage): Promise<void> | undefined {
    if (!this.#managed || !isObject(params) || !isObject(result)) return undefined;
    const { windowId } = params;
    if (method === "Browser.setWindowBounds" && isNormal(params) && typeof windowId === "number") {
      return unlessClosed(this.#place(windowId, placeOf(params["bounds"])));
    }
    const wanted = placeOf(params);
    if (method === "Browser.setContentsSize" && typeof windowId === "number") {
      return unlessClosed(this.#contents(windowId, wanted));
    }
    const opens = method === "Target.createTarget" && params["newWindow"] === true && Object.keys(wanted).length > 0;
    const { targetId } = result;
    const asNormal = (params["windowState"] ?? "normal") === "normal";
    return opens && asNormal && typeof targetId === "string"
      ? unlessClosed(this.#placeNew(targetId, wanted))
      : undefined;
  }

  async #placeNew(targetId: string, wanted: Bounds): Promise<void> {
    const { windowId } = await this.#connection.send("Browser.getWindowForTarget", { targetId });
    // The manager maximizes a window when it appears.
    await this.#until(windowId, ({ windowState }) => windowState !== "normal");
    await this.#restore(windowId);
    await this.#connection.send("Browser.setWindowBounds", { windowId, bounds: wanted });
    await this.#place(windowId, wanted);
  }

  /** Makes a window normal; a minimized one becomes maximized first. */
  async #restore(windowId: number): Promise<void> {
    await this.#until(
      windowId,
      ({ windowState }) => windowState === "normal",
      () => this.#connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } }),
    );
  }

  /**
   * Waits until a window has the requested bounds. The window may have a minimum size, or the manager may ignore the
   * request.
   */
  async #place(windowId: number, wanted: Bounds): Promise<void> {
    const asWanted = (bounds: Bounds): boolean =>
      PLACE.every((side) => (wanted[side] ?? bounds[side]) === bounds[side]);
    let repeats = 0;
    await this.#until(
      windowId,
      (bounds) => asWanted(bounds) || repeats > 1,
      async () => {
        // At first, the client's own command has been sent.
        if (repeats > 0) await this.#connection.send("Browser.setWindowBounds", { windowId, bounds: wanted });
        repeats += 1;
      },
    );
  }

  /**
   * Waits until a window keeps the bounds that belong to a size of its contents. A manager that still restores the
   * window takes them away, and Chromium may compute them with the borders of the maximized window. Therefore the
   * command is repeated until it changes nothing.
   */
  async #contents(windowId: number, { width, height }: Bounds): Promise<void> {
    const surrounds = (outer = 0, inner = outer): boolean => outer >= inner && outer <= inner + MAX_FRAME;
    let before: Bounds | undefined;
    for (let repeat = 0; repeat <= MAX_REPEATS; repeat += 1) {
      const bounds = await this.#settled(windowId);
      const fits = surrounds(bounds.width, width) && surrounds(bounds.height, height);
      if (fits && bounds.windowState === "normal" && isDeepStrictEqual(bounds, before)) return;
      before = bounds;
      await this.#restore(windowId);
      await this.#connection.request("Browser.setContentsSize", { windowId, width, height });
    }
  }

  /** Waits until the bounds of a window no longer change, at most 3 s. */
  async #settled(windowId: number): Promise<Bounds> {
    let last: Bounds = {};
    let equal = 0;
    await this.#until(windowId, (bounds) => {
      equal = isDeepStrictEqual(bounds, last) ? equal + 1 : 1;
      last = bounds;
      return equal === FINAL;
    });
    return last;
  }

  /** Waits until the bounds of a window are as expected, at most 3 s, and repeats `act` from time to time. */
  async #until(windowId: number, expected: (bounds: Bounds) => boolean, act?: () => Promise<unknown>): Promise<void> {
    const end = performance.now() + BOUND_MS;
    for (let step = 0; performance.now() < end; step += 1) {
      const { bounds } = await this.#connection.send("Browser.getWindowBounds", { windowId });
      if (expected(bounds)) return;
      if (step % STEPS_TO_REPEAT === 0) await act?.();
      await pause(STEP_MS);
    }
  }
}

/** True for bounds of a window that is not maximized, minimized or full-screen. */
function isNormal({ bounds }: Record<string, unknown>): boolean {
  return isObject(bounds) && (bounds["windowState"] ?? "normal") === "normal";
}

function placeOf(params: unknown): Bounds {
  if (!isObject(params)) return {};
  return Object.fromEntries(PLACE.flatMap((side) => (typeof params[side] === "number" ? [[side, params[side]]] : [])));
}

/** The client's own command reports the problem with the window. */
async function unlessClosed(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
  }
}
