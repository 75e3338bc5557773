import Keyboard from "@novnc/novnc/core/input/keyboard.js";
import { isPaste, isText } from "./key-filter.ts";

/** Receiver of typed input. */
export interface TypingTarget {
  /** Presses or releases a key; does both when `down` is omitted. */
  key(keysym: number, code: string, down?: boolean): void;
  text(text: string): void;
  /** Sets the clipboard of the session. */
  clipboard(text: string): void;
}

const keys = {
  backspace: { keysym: 0xff08, code: "Backspace" },
  delete: { keysym: 0xffff, code: "Delete" },
  enter: { keysym: 0xff0d, code: "Enter" },
  control: { keysym: 0xffe3, code: "ControlLeft" },
  v: { keysym: 0x76, code: "KeyV" },
} as const;

/** Edits that on-screen keyboards report instead of a key. */
const edits: ReadonlyMap<string, keyof typeof keys> = new Map([
  ["deleteContentBackward", "backspace"],
  ["deleteWordBackward", "backspace"],
  ["deleteContentForward", "delete"],
  ["insertLineBreak", "enter"],
  ["insertParagraph", "enter"],
]);

/** Stays in the field, so that on-screen keyboards have something to delete. */
const FILLER = "\u200b";

/**
 * Reads a keyboard by a hidden text field: keys as keys, and composed input (other scripts, dead keys, input methods,
 * emoji, on-screen keyboards) as text. Pasting also sends the clipboard.
 */
export class Typing {
  readonly #field: HTMLTextAreaElement;
  readonly #target: TypingTarget;
  readonly #keyboard: Keyboard;
  readonly #held = new Set<string>();

  constructor(field: HTMLTextAreaElement, target: TypingTarget) {
    this.#field = field;
    this.#target = target;
    const before = { capture: true };
    // Before the keyboard listener, which handles every key that it sees.
    field.addEventListener("keydown", (event) => this.#leaveToBrowser(event), before);
    field.addEventListener("beforeinput", (event) => this.#edit(event));
    field.addEventListener("input", (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.#sendText();
    });
    field.addEventListener("compositionend", () => this.#sendText());
    field.addEventListener("paste", (event) => this.#paste(event));
    field.addEventListener("blur", () => this.#releaseKeys());
    this.#keyboard = new Keyboard(field);
    this.#keyboard.onkeyevent = (keysym, code, down) => this.#key(keysym, code, down);
    this.#keyboard.grab();
    this.#clear();
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  #leaveToBrowser(event: KeyboardEvent): void {
    if (isText(event) || isPaste(event)) event.stopImmediatePropagation();
  }

  /**
   * A shortcut is the same key in every layout: Ctrl with the key of a Cyrillic letter is Ctrl with its Latin letter.
   */
  #key(keysym: number, code: string, down: boolean): void {
    const latin = /^Key([A-Z])$/.exec(code)?.[1];
    const isForeign = latin !== undefined && (keysym < 0x20 || (keysym > 0xff && keysym < 0xfe00) || keysym > 0xffff);
    if (down) this.#held.add(code);
    else this.#held.delete(code);
    this.#target.key(isForeign ? latin.toLowerCase().charCodeAt(0) : keysym, code, down);
  }

  #edit(event: InputEvent): void {
    const name = event.isComposing ? undefined : edits.get(event.inputType);
    if (name === undefined) return;
    event.preventDefault();
    this.#press(name);
  }

  #sendText(): void {
    const text = this.#field.value.replace(FILLER, "");
    this.#clear();
    if (text !== "") this.#target.text(text);
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text !== "") this.#target.clipboard(text);
    const isControlHeld = this.#held.has("ControlLeft") || this.#held.has("ControlRight");
    if (isControlHeld) {
      this.#press("v");
      return;
    }
    // Keys that paste on other systems, such as the command key, would change the meaning of Ctrl+V.
    this.#releaseKeys();
    this.#target.key(keys.control.keysym, keys.control.code, true);
    this.#press("v");
    this.#target.key(keys.control.keysym, keys.control.code, false);
  }

  #press(name: keyof typeof keys): void {
    const { keysym, code } = keys[name];
    this.#target.key(keysym, code);
  }

  #releaseKeys(): void {
    this.#keyboard.ungrab();
    this.#keyboard.grab();
  }

  #clear(): void {
    this.#field.value = FILLER;
    this.#field.setSelectionRange(FILLER.length, FILLER.length);
  }
}
