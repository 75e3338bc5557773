import type { Key } from "../../../input-rules/keyboard-layout.ts";
import type { Chord } from "../../../input-rules/parse-keys.ts";
import type { Area, InputDevice, MouseButton, Point, PressOptions, ReleaseOptions } from "../../input/device.ts";
import type { InputPage } from "./input-page.ts";
import { Keyboard } from "./keyboard.ts";
import type { Mouse } from "./mouse.ts";
import { browserShortcut } from "./shortcuts.ts";
import { typeText } from "./type-text.ts";

/** Keyboard and mouse of one operation in a page. Errors: those of {@link InputPage}. */
export class PageDevice implements InputDevice {
  readonly #page: InputPage;
  readonly #mouse: Mouse;
  readonly #keyboard: Keyboard;

  constructor(page: InputPage, mouse: Mouse) {
    this.#page = page;
    this.#mouse = mouse;
    this.#keyboard = new Keyboard(page);
  }

  async area(): Promise<Area> {
    // Including scroll bars.
    return { name: "viewport", ...(await this.#page.evaluate<Size>("({ width: innerWidth, height: innerHeight })")) };
  }

  get mousePosition(): Point {
    return this.#mouse.position;
  }

  moveMouse(to: Point): Promise<void> {
    return this.#mouse.move(this.#page, to, this.#keyboard.modifiers);
  }

  pressButton(button: MouseButton, { clickCount, mayDrag }: PressOptions): Promise<void> {
    return this.#mouse.down(this.#page, button, clickCount, this.#keyboard.modifiers, mayDrag);
  }

  releaseButton(button: MouseButton, { clickCount }: ReleaseOptions): Promise<void> {
    return this.#mouse.up(this.#page, button, clickCount, this.#keyboard.modifiers);
  }

  turnWheel(units: Point): Promise<void> {
    return this.#mouse.turnWheel(this.#page, units, this.#keyboard.modifiers);
  }

  holding(keys: readonly Key[], work: () => Promise<void>): Promise<void> {
    return this.#keyboard.holding(keys, work);
  }

  async pressChord(chord: Chord, durationMs: number): Promise<void> {
    if ("insert" in chord) await this.#page.input("Input.insertText", { text: chord.insert });
    else await this.#pressKeys(chord.keys, durationMs);
  }

  typeText(text: string, delayMs: number): Promise<void> {
    return typeText(this.#page, this.#keyboard, text, delayMs);
  }

  settled(): Promise<void> {
    return this.#page.settled();
  }

  pause(ms: number): Promise<void> {
    return this.#page.pause(ms);
  }

  async #pressKeys(keys: readonly Key[], durationMs: number): Promise<void> {
    const last = keys.at(-1);
    if (!last) return;
    const { modifiers } = this.#keyboard;
    const shortcut = await browserShortcut(
      this.#page,
      last,
      keys.reduce((bits, key) => bits | (key.modifier ?? 0), modifiers),
    );
    await this.#keyboard.holding(keys, async () => {
      await this.#page.settled();
      await this.#page.pause(durationMs);
    });
    await this.#page.settled();
    // The key may close the page.
    await shortcut?.();
  }
}

interface Size {
  width: number;
  height: number;
}
