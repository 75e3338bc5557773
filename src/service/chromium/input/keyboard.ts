import type { Protocol } from "devtools-protocol";
import { table } from "../../../core/table.ts";
import { type Key, MODIFIERS, type Stroke, shiftKey } from "../../../input-rules/keyboard-layout.ts";
import type { InputPage } from "./input-page.ts";

type KeyEvent = Protocol.Input.DispatchKeyEventRequest;

/** Editing commands that macOS, not Chromium, derives from keys; CDP's key events do not reach macOS (untested). */
const MAC_COMMANDS = table<string>({
  KeyA: "selectAll",
  KeyC: "copy",
  KeyV: "paste",
  KeyX: "cut",
  KeyZ: "undo",
});

/** Keyboard of one operation: the keys that are down in its page. */
export class Keyboard {
  readonly #page: InputPage;
  readonly #platform: NodeJS.Platform;
  readonly #down: Key[] = [];

  constructor(page: InputPage, platform: NodeJS.Platform = process.platform) {
    this.#page = page;
    this.#platform = platform;
  }

  /** Bits of the modifiers that are down, as in CDP's input commands. */
  get modifiers(): number {
    return this.#down.reduce((bits, key) => bits | (key.modifier ?? 0), 0);
  }

  /** Runs `work` while keys are held; releases them in any case. */
  async holding<T>(keys: readonly Key[], work: () => Promise<T>): Promise<T> {
    const before = this.#down.length;
    try {
      for (const key of keys) await this.down(key);
      return await work();
    } finally {
      for (const key of this.#down.slice(before).reverse()) await this.up(key);
    }
  }

  /** Presses and releases a key, with Shift where needed. Resolves when the page has handled it. */
  async stroke({ key, shift }: Stroke): Promise<void> {
    const held = (this.modifiers & MODIFIERS.shift) !== 0;
    if (shift !== held) {
      await (shift ? this.down(shiftKey) : this.up(shiftKey));
      await this.#page.settled();
    }
    const { dialogs } = this.#page;
    await this.down(key);
    await this.up(key);
    await this.#page.settled();
    if (this.#page.dialogs === dialogs) return;
    // A dialog that opened at the press of the key has swallowed its release.
    await this.up(key);
    await this.#page.settled();
  }

  /** Releases every key. */
  async clear(): Promise<void> {
    for (const key of [...this.#down].reverse()) await this.up(key);
  }

  async down(key: Key): Promise<void> {
    this.#down.push(key);
    await this.#page.pipe("Input.dispatchKeyEvent", this.#downEvent(key));
  }

  /** Releases a key. Never rejects: when the page has failed, the next wait rejects. */
  async up(key: Key): Promise<void> {
    const index = this.#down.lastIndexOf(key);
    if (index !== -1) this.#down.splice(index, 1);
    const event: KeyEvent = { type: "keyUp", ...this.#common(key) };
    try {
      await this.#page.pipe("Input.dispatchKeyEvent", event);
    } catch {
      this.#page.release("Input.dispatchKeyEvent", event);
    }
  }

  #downEvent(key: Key): KeyEvent {
    const { modifiers } = this;
    const common = this.#common(key);
    const commands = this.#commands(key, modifiers);
    // With Ctrl, Alt or Meta a key inserts no text.
    const shifted = (modifiers & MODIFIERS.shift) !== 0 && key.shiftText !== undefined;
    const text = modifiers & ~MODIFIERS.shift ? undefined : shifted ? key.shiftText : key.text;
    if (text === undefined) return { type: "rawKeyDown", ...common, ...(commands && { commands }) };
    return { type: "keyDown", ...common, text, unmodifiedText: key.text ?? text };
  }

  #common(key: Key): Omit<KeyEvent, "type"> {
    const { modifiers } = this;
    return {
      key: modifiers & MODIFIERS.shift ? (key.shiftKey ?? key.key) : key.key,
      code: key.code,
      windowsVirtualKeyCode: key.virtualKey,
      modifiers,
      ...(key.location !== undefined && { location: key.location }),
      ...(key.location === 3 && { isKeypad: true }),
    };
  }

  #commands(key: Key, modifiers: number): string[] | undefined {
    if (this.#platform !== "darwin" || (modifiers & (MODIFIERS.control | MODIFIERS.meta)) === 0) return undefined;
    const command = MAC_COMMANDS.get(key.code);
    if (command === undefined) return undefined;
    return [command === "undo" && modifiers & MODIFIERS.shift ? "redo" : command];
  }
}
