import type { Key } from "../../input-rules/keyboard-layout.ts";
import type { Chord } from "../../input-rules/parse-keys.ts";

export interface Point {
  x: number;
  y: number;
}

export type MouseButton = "left" | "right" | "middle" | "back" | "forward";

/** Area of the coordinates: 0, 0 is its upper left pixel. */
export interface Area {
  /** Name of the area in messages. */
  name: "viewport" | "screen";
  width: number;
  height: number;
}

export interface PressOptions {
  /** Number of this press within a multiple click, 1 to 3: a double click has 1, then 2. */
  clickCount: number;
  /** True when the mouse may move before the button is released. */
  mayDrag: boolean;
}

export interface ReleaseOptions {
  /** As in {@link PressOptions}. */
  clickCount: number;
}

/**
 * Keyboard and mouse of one operation, from its start to its end: a page or a display. Held modifiers apply to mouse
 * events. A device keeps the intervals that its receiver needs between two events, such as those of a double click, or
 * between the last movement of a drag and the release.
 *
 * A call may resolve before its event has been handled; `settled` waits for all of them. After a failure of the device
 * or an abort of the operation, calls reject.
 */
export interface InputDevice {
  area(): Promise<Area>;
  /** Position of the mouse, in whole pixels; 0, 0 before its first movement. */
  readonly mousePosition: Point;
  /** Moves straight to a point, whose coordinates may be fractions of pixels. */
  moveMouse(to: Point): Promise<void>;
  /** Presses a button at the mouse's position. */
  pressButton(button: MouseButton, options: PressOptions): Promise<void>;
  /** Releases a button at the mouse's position; also after a press that failed, and at once after an abort. */
  releaseButton(button: MouseButton, options: ReleaseOptions): Promise<void>;
  /** Turns the wheel at the mouse's position, by wheel units; positive values scroll right and down. */
  turnWheel(units: Point): Promise<void>;
  /** Runs `work` while keys are held; releases them in any case. */
  holding(keys: readonly Key[], work: () => Promise<void>): Promise<void>;
  /** Presses the keys of a chord together for `durationMs` milliseconds, or inserts its text. */
  pressChord(chord: Chord, durationMs: number): Promise<void>;
  /** Types the {@link keystrokes} of a text, `delayMs` milliseconds apart. */
  typeText(text: string, delayMs: number): Promise<void>;
  /** Resolves when every event so far has been handled. */
  settled(): Promise<void>;
  /** Waits `ms` milliseconds. */
  pause(ms: number): Promise<void>;
}

/**
 * Input of one session over its page or display. The session's queue serializes `use` and the clipboard;
 * `setCursorHidden` may be called at any time.
 */
export interface InputDriver {
  /** Runs `work` with a device. Rejects with the reason of `signal`, or an error of the driver's own kind. */
  use(signal: AbortSignal, work: (device: InputDevice) => Promise<void>): Promise<void>;
  /** Position of the mouse, in whole pixels; 0, 0 before its first movement. */
  readonly mousePosition: Point;
  readonly cursorHidden: boolean;
  setCursorHidden(hidden: boolean): Promise<void>;
  /** Text on the clipboard; empty when there is none. */
  readClipboard(signal: AbortSignal): Promise<string>;
  writeClipboard(text: string, signal: AbortSignal): Promise<void>;
}
