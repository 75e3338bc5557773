import type { CastButton, CastMessage } from "../messages.ts";

const BUTTONS: readonly CastButton[] = ["left", "middle", "right", "back", "forward"];
/** Minimum distance between press and pointer for a drag, in CSS pixels of this page. */
const DRAG_DISTANCE = 4;
/** Time after which a button that stays down is pressed in the session, in milliseconds. */
const HOLD_MS = 400;
/** Time limit between the clicks of a double click. */
const DOUBLE_CLICK_MS = 500;
const WHEEL_LINE = 40;

interface Press {
  readonly button: CastButton;
  readonly touch: boolean;
  readonly x: number;
  readonly y: number;
  readonly at: Point;
  /** True once the press was sent, so that the release must be. */
  sent: boolean;
  /** Last position of a finger that scrolls. */
  last: { x: number; y: number } | undefined;
  hold: ReturnType<typeof setTimeout> | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Converts mouse, wheel and touch over the picture to messages: a moving finger scrolls, a moving mouse drags. */
export class CastPointer {
  readonly #canvas: HTMLCanvasElement;
  readonly #send: (message: CastMessage) => void;
  #press: Press | undefined;
  #lastClick = { time: Number.NEGATIVE_INFINITY, x: 0, y: 0, count: 0, button: "left" as CastButton };

  constructor(canvas: HTMLCanvasElement, send: (message: CastMessage) => void) {
    this.#canvas = canvas;
    this.#send = send;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #down(event: PointerEvent): void {
    // Keeps the focus in the keyboard field.
    event.preventDefault();
    const button = BUTTONS[event.button];
    // Two fingers change only the view, not the session.
    if (this.#press?.touch && event.pointerType === "touch") this.#end(this.#press);
    else if (button !== undefined && !this.#press) this.#begin(event, button);
  }

  #begin(event: PointerEvent, button: CastButton): void {
    this.#canvas.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    const touch = event.pointerType === "touch";
    const press: Press = { button, touch, x, y, at: this.#point(event), sent: false, last: undefined, hold: undefined };
    this.#press = press;
    if (!touch) press.hold = setTimeout(() => this.#sendPress(press), HOLD_MS);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press && !press.sent && !press.last) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_DISTANCE) return;
      if (press.touch) press.last = press;
      else this.#sendPress(press);
    }
    if (press?.last) this.#scroll(press, event);
    else if (press || event.pointerType !== "touch") this.#send({ type: "move", ...this.#point(event) });
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || BUTTONS[event.button] !== press.button) return;
    this.#end(press);
    if (press.sent) this.#send({ type: "release", button: press.button, ...this.#point(event) });
    else if (!press.last) this.#send({ type: "click", button: press.button, count: this.#count(press), ...press.at });
  }

  #cancel(event: PointerEvent): void {
    const press = this.#press;
    if (!press) return;
    this.#end(press);
    if (press.sent) this.#send({ type: "release", button: press.button, ...this.#point(event) });
  }

  #sendPress(press: Press): void {
    clearTimeout(press.hold);
    press.sent = true;
    this.#send({ type: "press", button: press.button, ...press.at });
  }

  #end(press: Press): void {
    clearTimeout(press.hold);
    this.#press = undefined;
  }

  #scroll(press: Press, { clientX: x, clientY: y }: PointerEvent): void {
    const last = press.last ?? press;
    const scale = this.#scale;
    this.#send({ type: "wheel", ...press.at, deltaX: (last.x - x) * scale, deltaY: (last.y - y) * scale });
    press.last = { x, y };
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_LINE;
    this.#send({ type: "wheel", ...this.#point(event), deltaX: event.deltaX * unit, deltaY: event.deltaY * unit });
  }

  /** Number of this click in a double or triple click. */
  #count({ x, y, button }: Press): number {
    const last = this.#lastClick;
    const time = performance.now();
    const isNext =
      button === last.button &&
      time - last.time < DOUBLE_CLICK_MS &&
      Math.hypot(x - last.x, y - last.y) < DRAG_DISTANCE &&
      last.count < 3;
    const count = isNext ? last.count + 1 : 1;
    this.#lastClick = { time, x, y, count, button };
    return count;
  }

  /** Number of CSS pixels of the session's viewport for one of this page. */
  get #scale(): number {
    return this.#canvas.width / Math.max(1, this.#canvas.getBoundingClientRect().width);
  }

  #point({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const { width, height } = this.#canvas;
    const within = (value: number, size: number): number =>
      Math.min(Math.max(0, Math.floor(value * this.#scale)), size - 1);
    return { x: within(clientX - left, width), y: within(clientY - top, height) };
  }
}
