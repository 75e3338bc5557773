/** Maximum enlargement of a screen that fits the page; more when its own size is larger. */
const MAX_ZOOM = 4;
/** Minimum change of the distance between two fingers that zooms, in CSS pixels; below it they move or scroll. */
const PINCH_DISTANCE = 24;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Pinch {
  readonly zoom: number;
  readonly distance: number;
  readonly center: Point;
  active: boolean;
}

/**
 * Enlarges the screen in its part of the page: by two fingers, and by a button that switches between the whole screen
 * and its own size. Two fingers that move together move an enlarged screen; a screen that is not enlarged scrolls its
 * page.
 */
export class Zoom {
  /** Element that the screen is drawn into. */
  readonly stage = document.createElement("div");
  readonly #frame: HTMLElement;
  readonly #button: HTMLButtonElement;
  #zoom = 1;
  #pinch: Pinch | undefined;

  constructor(frame: HTMLElement, button: HTMLButtonElement) {
    this.#frame = frame;
    this.#button = button;
    this.stage.id = "stage";
    frame.replaceChildren(this.stage);
    button.addEventListener("click", () => this.#toggle());
    const passively = { passive: true, capture: true };
    for (const type of ["touchstart", "touchend", "touchcancel"] as const)
      frame.addEventListener(type, ({ touches }) => this.#fingers(touches), passively);
    frame.addEventListener("touchmove", ({ touches }) => this.#move(touches), passively);
    // Before the RFB client, which treats a pinch as the wheel with Ctrl.
    for (const type of ["gesturestart", "gesturemove", "gestureend"])
      frame.addEventListener(type, (event) => this.#keep(event), { capture: true });
  }

  #fingers(touches: TouchList): void {
    const [first, second] = touches;
    const isPinch = touches.length === 2 && first && second;
    this.#pinch = isPinch ? { zoom: this.#zoom, ...span(first, second), active: false } : undefined;
  }

  #move(touches: TouchList): void {
    const [first, second] = touches;
    const pinch = this.#pinch;
    if (!pinch || !first || !second) return;
    const { distance, center } = span(first, second);
    pinch.active ||= Math.abs(distance - pinch.distance) > PINCH_DISTANCE;
    if (pinch.active) this.#set((pinch.zoom * distance) / pinch.distance, center);
    this.#frame.scrollBy(pinch.center.x - center.x, pinch.center.y - center.y);
    this.#pinch = { ...pinch, center };
  }

  #keep(event: Event): void {
    const { type } = (event as CustomEvent<{ type: string }>).detail;
    if (type === "pinch" || (type === "twodrag" && this.#zoom > 1)) event.stopPropagation();
  }

  #toggle(): void {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    this.#set(this.#zoom > 1 ? 1 : this.#ownSize, { x: left + width / 2, y: top + height / 2 });
  }

  /** Enlargement at which the screen has its own size, at least twice that of the whole screen. */
  get #ownSize(): number {
    const canvas = this.stage.querySelector("canvas");
    const drawn = canvas?.getBoundingClientRect().width ?? 0;
    return Math.max(2, drawn > 0 ? ((canvas?.width ?? 0) / drawn) * this.#zoom : 2);
  }

  /** Changes the size; the point of the screen at `center`, a position in the page, stays in place. */
  #set(wanted: number, center: Point): void {
    const { left, top } = this.#frame.getBoundingClientRect();
    const zoom = Math.min(Math.max(1, wanted), Math.max(MAX_ZOOM, this.#ownSize));
    const at = { x: center.x - left, y: center.y - top };
    const factor = zoom / this.#zoom;
    const place = {
      left: (this.#frame.scrollLeft + at.x) * factor - at.x,
      top: (this.#frame.scrollTop + at.y) * factor - at.y,
    };
    this.#zoom = zoom;
    this.stage.style.width = `${zoom * 100}%`;
    this.stage.style.height = `${zoom * 100}%`;
    this.#frame.scrollTo(place);
    this.#button.textContent = zoom > 1 ? "Fit" : "Zoom";
  }
}

/** Distance and middle of two fingers. */
function span(first: Touch, second: Touch): { distance: number; center: Point } {
  return {
    distance: Math.max(1, Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY)),
    center: { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 },
  };
}
