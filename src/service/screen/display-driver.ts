import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { Clipboard } from "../chromium/input/clipboard.ts";
import { Cursor } from "../chromium/input/cursor.ts";
import { evaluateApart } from "../chromium/isolated-world.ts";
import { usablePage } from "../chromium/pages.ts";
import type { InputDevice, InputDriver, Point } from "../input/device.ts";
import type { Display, PointerVisibility } from "./display.ts";
import { type BeyondRfb, DisplayDevice, type DisplayMouse, type SideButton } from "./display-device.ts";
import { eventsTaken, pageAnswers, writeText } from "./display-text.ts";
import type { RfbClient } from "./rfb/rfb-client.ts";

/**
 * Time for the shown page to handle input before the operation is answered, in milliseconds; a busy page handles it
 * later.
 */
const PAGE_BOUND_MS = 100;

/** Bits of the buttons in CDP. */
const SIDE_BUTTON_BITS = { back: 8, forward: 16 } as const;

/** Position of the shown page on the display, in pixels. */
const PAGE_ORIGIN = "({ x: screenX + (outerWidth - innerWidth) / 2, y: screenY + outerHeight - innerHeight })";

/** Input of one session over its display. One object for each browser; the display may outlive it. */
export class DisplayDriver implements InputDriver {
  readonly #rfb: RfbClient;
  readonly #connection: BrowserConnection;
  readonly #mouse: DisplayMouse;
  readonly #pointer: PointerVisibility;
  readonly #cursor: Cursor;
  readonly #clipboard: Clipboard;
  readonly #ready: Promise<void>;
  #lastInput = Number.NEGATIVE_INFINITY;

  /** @param ready resolves when the window takes input */
  constructor({ rfb, mouse, pointer }: Display, connection: BrowserConnection, ready: Promise<void>) {
    this.#ready = ready;
    this.#rfb = rfb;
    this.#mouse = mouse;
    this.#pointer = pointer;
    this.#connection = connection;
    this.#cursor = new Cursor(connection, connection.pageWatch, connection.attachments);
    this.#clipboard = new Clipboard(connection, connection.hiddenTabs);
  }

  async use(signal: AbortSignal, work: (device: InputDevice) => Promise<void>): Promise<void> {
    const beyond: BeyondRfb = {
      sideButton: (button, at, pressed) => this.#sideButton(button, at, pressed),
      insertText: (text, delayMs) => {
        const [rfb, connection, clipboard] = [this.#rfb, this.#connection, this.#clipboard];
        return writeText({ rfb, connection, clipboard, signal }, text, delayMs);
      },
      pageSettled: (boundMs) => this.#pageSettled(boundMs),
    };
    try {
      await this.#ready;
      await work(new DisplayDevice(this.#rfb, this.#mouse, beyond, signal));
    } finally {
      this.#lastInput = performance.now();
    }
  }

  /** Time of the end of the last input, by `performance.now()`. */
  get lastInput(): number {
    return this.#lastInput;
  }

  get mousePosition(): Point {
    return this.#rfb.pointerPosition;
  }

  get cursorHidden(): boolean {
    return this.#cursor.hidden;
  }

  setCursorHidden(hidden: boolean): Promise<void> {
    this.#pointer.set(hidden);
    return this.#cursor.set(hidden);
  }

  readClipboard(signal: AbortSignal): Promise<string> {
    return this.#clipboard.read(signal);
  }

  writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    return this.#clipboard.write(text, signal);
  }

  async #pageSettled(boundMs = PAGE_BOUND_MS): Promise<void> {
    const settled = eventsTaken(this.#rfb, this.#connection).then(() => pageAnswers(this.#connection, boundMs));
    await settled.catch(() => {});
  }

  async #sideButton(button: SideButton, at: Point, pressed: boolean): Promise<void> {
    const { session } = await usablePage(this.#connection);
    const origin = await evaluateApart<Point>(session, PAGE_ORIGIN);
    await session.send("Input.dispatchMouseEvent", {
      type: pressed ? "mousePressed" : "mouseReleased",
      button,
      buttons: pressed ? SIDE_BUTTON_BITS[button] : 0,
      clickCount: 1,
      x: at.x - origin.x,
      y: at.y - origin.y,
    });
  }
}
