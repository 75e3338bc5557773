import { untilAborted } from "../../core/abort.ts";
import { pause } from "../../core/pause.ts";
import { type Key, MODIFIERS, shiftKey } from "../../input-rules/keyboard-layout.ts";
import type { Chord } from "../../input-rules/parse-keys.ts";
import type { Area, InputDevice, MouseButton, Point, PressOptions } from "../input/device.ts";
import { keystrokes } from "../input/keystrokes.ts";
import { keysymOf } from "./keysyms.ts";
import type { RfbClient } from "./rfb/rfb-client.ts";

/** Bits of the buttons in RFB; X's buttons 4 to 7 are the wheel. Xvnc supports no other buttons. */
const BUTTON_BITS = { left: 1, middle: 2, right: 4 } as const;
const WHEEL_BITS = { up: 8, down: 16, left: 32, right: 64 } as const;
/**
 * Time between two clicks, in milliseconds: Chromium counts two clicks as single ones when their presses arrive in one
 * packet, or half a second apart. On a busy machine a wait takes long, so that only a press waits, and not its release.
 */
const BETWEEN_CLICKS_MS = 2;
/** Rest of the hand before each movement at the end of a drag, in milliseconds: pages often act on one in a later task. */
const REST_MS = 50;
/** Round trips from the display to the page after which the browser knows the answer of the page to a movement. */
const DRAG_ROUNDS = 2;
/** Time limit in milliseconds for a busy page to handle the movements at the end of a drag. */
const DRAG_BOUND_MS = 10_000;
/** A key that is held repeats after this time, at this interval: an RFB server does not repeat keys itself. */
const REPEAT = { afterMs: 500, everyMs: 33 } as const;
/** Number of keystrokes after which the display is asked whether it has handled them. */
const KEYS_AT_ONCE = 32;

/** Buttons of a display's mouse, from one operation to the next. */
export interface DisplayMouse {
  /** Bits of those that are pressed. */
  buttons: number;
  /** True when it has moved while a button was pressed. */
  dragged: boolean;
}

export type SideButton = "back" | "forward";

/** Input that a display itself cannot forward. */
export interface BeyondRfb {
  /** Presses or releases a side button of the mouse in the page at a point of the display. */
  sideButton(button: SideButton, at: Point, pressed: boolean): Promise<void>;
  /** Inserts a text that has no keys at the focus of the keyboard. */
  insertText(text: string, delayMs: number): Promise<void>;
  /** Waits for the page to handle what the display has passed on; `boundMs` milliseconds, a short time when omitted. */
  pageSettled(boundMs?: number): Promise<void>;
}

/** Keyboard and mouse of one operation on a display. Rejects with a `DisplayError` when the display has ended. */
export class DisplayDevice implements InputDevice {
  readonly #rfb: RfbClient;
  readonly #mouse: DisplayMouse;
  readonly #beyond: BeyondRfb;
  readonly #signal: AbortSignal;
  readonly #down: { key: Key; keysym: number }[] = [];

  constructor(rfb: RfbClient, mouse: DisplayMouse, beyond: BeyondRfb, signal: AbortSignal) {
    this.#rfb = rfb;
    this.#mouse = mouse;
    this.#beyond = beyond;
    this.#signal = signal;
  }

  async area(): Promise<Area> {
    return { name: "screen", ...this.#rfb.size };
  }

  get mousePosition(): Point {
    return this.#rfb.pointerPosition;
  }

  async moveMouse(to: Point): Promise<void> {
    this.#signal.throwIfAborted();
    if (this.#mouse.buttons !== 0) this.#mouse.dragged = true;
    this.#rfb.pointer(Math.round(to.x), Math.round(to.y), this.#mouse.buttons);
  }

  async pressButton(button: MouseButton, { mayDrag }: PressOptions): Promise<void> {
    await this.#betweenClicks();
    this.#mouse.dragged = false;
    if (isAtSide(button)) return this.#beyond.sideButton(button, this.mousePosition, true);
    this.#mouse.buttons |= BUTTON_BITS[button];
    this.#sendPointer();
    // A drag starts at the point of the press only when the press was handled before the first movement.
    if (mayDrag) await this.settled();
  }

  async releaseButton(button: MouseButton): Promise<void> {
    if (isAtSide(button)) return this.#beyond.sideButton(button, this.mousePosition, false);
    try {
      if (this.#mouse.dragged) await this.#beforeDrop();
    } finally {
      this.#mouse.dragged = false;
      this.#mouse.buttons &= ~BUTTON_BITS[button];
      this.#sendPointer();
    }
  }

  async turnWheel({ x, y }: Point): Promise<void> {
    for (const [units, back, on] of [
      [y, WHEEL_BITS.up, WHEEL_BITS.down],
      [x, WHEEL_BITS.left, WHEEL_BITS.right],
    ] as const) {
      for (let turned = 0; turned < Math.abs(units); turned++) {
        this.#signal.throwIfAborted();
        this.#sendPointer(units < 0 ? back : on);
        this.#sendPointer();
        if (turned % KEYS_AT_ONCE === KEYS_AT_ONCE - 1) await this.#rfb.handled();
      }
    }
  }

  async holding(keys: readonly Key[], work: () => Promise<void>): Promise<void> {
    const before = this.#down.length;
    try {
      for (const key of keys) this.#press(key);
      await work();
    } finally {
      for (const { key } of this.#down.slice(before).reverse()) this.#release(key);
    }
  }

  async pressChord(chord: Chord, durationMs: number): Promise<void> {
    if ("insert" in chord) return this.#beyond.insertText(chord.insert, 0);
    const last = chord.keys.at(-1);
    await this.holding(chord.keys, async () => {
      if (last && last.modifier === undefined) await this.#repeat(last, durationMs);
      else await this.pause(durationMs);
    });
    await this.settled();
  }

  async typeText(text: string, delayMs: number): Promise<void> {
    const all = [...keystrokes(text)];
    if (all.some((stroke) => "insert" in stroke)) return this.#beyond.insertText(text, delayMs);
    const { length } = this.#down;
    try {
      for (const [index, stroke] of all.entries()) {
        if ("insert" in stroke) continue;
        if (index > 0) await this.pause(delayMs);
        if (index % KEYS_AT_ONCE === 0) await this.#rfb.handled();
        if (stroke.shift !== this.#shift) {
          if (stroke.shift) this.#press(shiftKey);
          else this.#release(shiftKey);
        }
        this.#press(stroke.key);
        this.#release(stroke.key);
      }
    } finally {
      for (const { key } of this.#down.slice(length).reverse()) this.#release(key);
    }
  }

  async settled(): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#rfb.handled();
    await this.#beyond.pageSettled();
  }

  pause(ms: number): Promise<void> {
    return pause(ms, this.#signal);
  }

  get #shift(): boolean {
    return this.#down.some(({ key }) => key.modifier === MODIFIERS.shift);
  }

  #press(key: Key): void {
    this.#signal.throwIfAborted();
    const keysym = keysymOf(key, this.#shift);
    this.#down.push({ key, keysym });
    this.#rfb.key(keysym, true);
  }

  /** The server recognizes a key by the keysym of its press, whether Shift is held now or not. */
  #release(key: Key): void {
    const index = this.#down.findLastIndex((pressed) => pressed.key === key);
    const [pressed] = this.#down.splice(index, index === -1 ? 0 : 1);
    if (pressed) this.#rfb.key(pressed.keysym, false);
  }

  /** Holds a key that is down, with the repetitions of a keyboard. */
  async #repeat(key: Key, durationMs: number): Promise<void> {
    await this.pause(Math.min(durationMs, REPEAT.afterMs));
    for (let held = REPEAT.afterMs; held < durationMs; held += REPEAT.everyMs) {
      this.#rfb.key(keysymOf(key, this.#shift), true);
      await this.pause(Math.min(REPEAT.everyMs, durationMs - held));
    }
  }

  #sendPointer(wheel = 0): void {
    const { x, y } = this.mousePosition;
    this.#rfb.pointer(x, y, this.#mouse.buttons | wheel);
  }

  async #betweenClicks(): Promise<void> {
    await this.#rfb.handled();
    await this.pause(BETWEEN_CLICKS_MS);
  }

  /**
   * Moves on the spot until the browser knows that the target accepts; it drops nothing on a target that has not said so. By
   * the first movement the page sees the target entered, by the second the target accepts, by the third the drag learns it.
   */
  async #beforeDrop(): Promise<void> {
    const { x, y } = this.mousePosition;
    const beside = x > 0 ? x - 1 : x + 1;
    const end = performance.now() + DRAG_BOUND_MS;
    for (const at of [beside, x, beside, x]) {
      await this.#dragHandled(end);
      await this.pause(REST_MS);
      this.#rfb.pointer(at, y, this.#mouse.buttons);
    }
    await this.#dragHandled(end);
  }

  /** Waits for the page to have handled the drag so far, until `end` (by `performance.now()`). */
  async #dragHandled(end: number): Promise<void> {
    for (let round = 0; round < DRAG_ROUNDS && performance.now() < end; round++) {
      await this.#rfb.handled();
      await untilAborted(this.#beyond.pageSettled(end - performance.now()), this.#signal);
    }
  }
}

function isAtSide(button: MouseButton): button is SideButton {
  return button === "back" || button === "forward";
}
