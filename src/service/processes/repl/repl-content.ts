import { MAX_REPL_IMAGES_BYTES, MAX_REPL_TEXT_BYTES } from "../../../contract/limits.ts";
import { MAX_REPL_ITEMS, type ReplItem } from "./protocol.ts";

/** Output of a REPL until an answer takes it, within the limits of that answer (contract 2.28). */
export class ReplContent {
  #items: ReplItem[] = [];
  #textBytes = 0;
  #imageBytes = 0;
  #truncated = false;

  /** Adds an item, or leaves out one that has no room; returns the size of what was left out, in bytes. */
  add(item: ReplItem): number {
    const isText = item.type === "text";
    const bytes = isText ? Buffer.byteLength(item.text) : Math.floor((item.data_b64.length * 3) / 4);
    const hasRoom = isText
      ? this.#textBytes + bytes <= MAX_REPL_TEXT_BYTES
      : this.#imageBytes + bytes <= MAX_REPL_IMAGES_BYTES;
    if (!hasRoom || this.#items.length >= MAX_REPL_ITEMS) {
      this.truncate();
      return bytes;
    }
    if (isText) this.#textBytes += bytes;
    else this.#imageBytes += bytes;
    this.#items.push(item);
    return 0;
  }

  /** Records that something is missing. */
  truncate(): void {
    this.#truncated = true;
  }

  /** Takes all, so that the next answer begins empty. */
  take(): { readonly content: readonly ReplItem[]; readonly truncated: boolean } {
    const taken = { content: this.#items, truncated: this.#truncated };
    this.#items = [];
    this.#textBytes = 0;
    this.#imageBytes = 0;
    this.#truncated = false;
    return taken;
  }
}
