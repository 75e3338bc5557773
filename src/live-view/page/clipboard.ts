import { MAX_CLIPBOARD } from "../messages.ts";
import { element } from "./elements.ts";

export interface ClipboardTarget {
  /** Sets the clipboard of the session. */
  send(text: string): void;
  /** Shows a message to the person who watches. */
  say(text: string): void;
}

/**
 * Clipboard of the session: synchronized with that of this machine as far as the browser allows, and shown in a dialog.
 */
export class SharedClipboard {
  readonly #target: ClipboardTarget;
  readonly #dialog = element("clipboard", HTMLDialogElement);
  readonly #text = element("clipboard-text", HTMLTextAreaElement);

  constructor(target: ClipboardTarget) {
    this.#target = target;
    element("show-clipboard", HTMLButtonElement).addEventListener("click", () => this.#dialog.showModal());
    element("clipboard-send", HTMLButtonElement).addEventListener("click", () => {
      if (!this.send(this.#text.value)) return;
      // The keys for pasting take the clipboard of this machine.
      void this.#copy(this.#text.value);
      this.#dialog.close();
    });
    element("clipboard-copy", HTMLButtonElement).addEventListener("click", () => void this.#copy(this.#text.value));
  }

  /** Sends a text to the session; false for one that is too large. */
  send(text: string): boolean {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > MAX_CLIPBOARD) {
      this.#target.say(`Not sent: the text has ${bytes} bytes; at most ${MAX_CLIPBOARD} are possible`);
      return false;
    }
    this.#text.value = text;
    this.#target.send(text);
    return true;
  }

  /** Takes a text that was copied in the session. */
  async receive(text: string): Promise<void> {
    this.#text.value = text;
    if (!(await this.#copy(text))) this.#target.say("Copied in the session; open Clipboard to take it");
  }

  async #copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Browsers allow this only for the focused page, some only after a click.
      return false;
    }
  }
}
