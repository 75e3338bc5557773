import type { Protocol } from "devtools-protocol";
import type { MouseButton, Point } from "../../input/device.ts";
import { assertNoPicker, clickPicker } from "./choose-option.ts";
import type { InputPage } from "./input-page.ts";

/** CSS pixels of one wheel unit. assumed: a notch of a mouse wheel. */
const WHEEL_UNIT = 120;

const BUTTON_BITS: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4, back: 8, forward: 16 };

/**
 * Mouse of one session: its position in CSS pixels of the viewport, and its pressed buttons, shared by all pages. While
 * the left button is down, the page may start a drag-and-drop: movements then move the dragged data, and the release of
 * the button drops it.
 */
export class Mouse {
  #at: Point = { x: 0, y: 0 };
  #buttons = 0;
  #dragging: Dragging | undefined;
  /** Button whose press did not reach the page, so that its release must not reach it either. */
  #withheld: MouseButton | undefined;

  /** assumed: 0, 0 before the first movement. */
  get position(): Point {
    return { x: Math.round(this.#at.x), y: Math.round(this.#at.y) };
  }

  /** Moves to a point of the page in a straight line. */
  async move(page: InputPage, to: Point, modifiers: number): Promise<void> {
    this.#at = { ...to };
    const drag = this.#dragging?.in(page);
    if (drag) return drag.over(to, modifiers);
    await page.input("Input.dispatchMouseEvent", {
      type: "mouseMoved",
      ...to,
      modifiers,
      button: this.#buttons & BUTTON_BITS.left ? "left" : "none",
      buttons: this.#buttons,
    });
    await this.#dragging?.in(page)?.enter(to, modifiers);
  }

  /**
   * Presses a button at the mouse's position. With `mayDrag` the page may start a drag-and-drop. A click on an open picker
   * goes to the picker and not to the page; throws a `BrowserError` `picker-open` for other presses while one is open.
   */
  async down(
    page: InputPage,
    button: MouseButton,
    clickCount: number,
    modifiers: number,
    mayDrag: boolean,
  ): Promise<void> {
    this.#withheld = button;
    if (button !== "left" || mayDrag) await assertNoPicker(page);
    else if (await clickPicker(page, this.#at)) return;
    this.#withheld = undefined;
    this.#dragging?.stop();
    this.#dragging = button === "left" && mayDrag ? await Dragging.begin(page) : undefined;
    this.#buttons |= BUTTON_BITS[button];
    const state = { button, buttons: this.#buttons, clickCount, modifiers };
    await page.input("Input.dispatchMouseEvent", { type: "mousePressed", ...this.#at, ...state });
  }

  /** Releases a button at the mouse's position; drops the dragged data. */
  async up(page: InputPage, button: MouseButton, clickCount: number, modifiers: number): Promise<void> {
    if (button === this.#withheld) {
      this.#withheld = undefined;
      return;
    }
    const bits = this.#buttons & ~BUTTON_BITS[button];
    const event: Protocol.Input.DispatchMouseEventRequest = {
      type: "mouseReleased",
      ...this.#at,
      button,
      buttons: bits,
      clickCount,
      modifiers,
    };
    const dragging = button === "left" ? this.#dragging : undefined;
    if (dragging) this.#dragging = undefined;
    this.#buttons = bits;
    try {
      page.signal.throwIfAborted();
      const drag = await dragging?.settled(page);
      if (drag) await drag.drop(this.#at, modifiers);
      else await page.input("Input.dispatchMouseEvent", event);
    } catch (error) {
      if (dragging?.in(page)) dragging.cancel(this.#at);
      else page.release("Input.dispatchMouseEvent", event);
      throw error;
    } finally {
      dragging?.stop();
    }
  }

  /** Turns the wheel at the mouse's position, by wheel units. Throws a `BrowserError` `picker-open` while one is open. */
  async turnWheel(page: InputPage, { x, y }: Point, modifiers: number): Promise<void> {
    await assertNoPicker(page);
    const deltas = { deltaX: x * WHEEL_UNIT, deltaY: y * WHEEL_UNIT };
    await page.input("Input.dispatchMouseEvent", { type: "mouseWheel", ...this.#at, ...deltas, modifiers });
  }
}

/** Drag-and-drop of one press of the left button, in the page of the press. */
class Dragging {
  readonly #page: InputPage;
  readonly #stop: () => void;
  #data: Protocol.Input.DragData | undefined;
  #entered = false;
  #current: InputPage;

  private constructor(page: InputPage) {
    this.#page = page;
    this.#current = page;
    this.#stop = page.session.on("Input.dragIntercepted", ({ data }) => {
      this.#data = data;
    });
  }

  static async begin(page: InputPage): Promise<Dragging> {
    const dragging = new Dragging(page);
    try {
      // Without interception Chromium waits for a window system to run the drag, and there is none.
      await page.input("Input.setInterceptDrags", { enabled: true });
      return dragging;
    } catch (error) {
      dragging.stop();
      throw error;
    }
  }

  /** This object if `page` is the page whose data is being dragged; otherwise undefined. */
  in(page: InputPage): Dragging | undefined {
    this.#current = page;
    return this.#data && page.targetId === this.#page.targetId ? this : undefined;
  }

  /** {@link in}, after the page has handled every movement. */
  async settled(page: InputPage): Promise<Dragging | undefined> {
    if (page.targetId === this.#page.targetId) await page.input("Runtime.evaluate", { expression: "0" });
    return this.in(page);
  }

  async enter(at: Point, modifiers: number): Promise<void> {
    if (this.#entered) return;
    this.#entered = true;
    await this.#dispatch("dragEnter", at, modifiers);
  }

  async over(at: Point, modifiers: number): Promise<void> {
    await this.enter(at, modifiers);
    await this.#dispatch("dragOver", at, modifiers);
  }

  async drop(at: Point, modifiers: number): Promise<void> {
    await this.over(at, modifiers);
    await this.#dispatch("drop", at, modifiers);
  }

  cancel(at: Point): void {
    if (this.#data) this.#current.release("Input.dispatchDragEvent", { type: "dragCancel", ...at, data: this.#data });
  }

  stop(): void {
    this.#stop();
    this.#page.release("Input.setInterceptDrags", { enabled: false });
  }

  async #dispatch(type: "dragEnter" | "dragOver" | "drop", at: Point, modifiers: number): Promise<void> {
    if (this.#data) await this.#current.input("Input.dispatchDragEvent", { type, ...at, modifiers, data: this.#data });
  }
}
