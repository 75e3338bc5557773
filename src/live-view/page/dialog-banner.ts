import { type CastDialog, MAX_TEXT } from "../messages.ts";
import { element } from "./elements.ts";

const TITLES: ReadonlyMap<string, string> = new Map([
  ["alert", "The page says:"],
  ["confirm", "The page asks:"],
  ["prompt", "The page asks for a text:"],
  ["beforeunload", "Leave the page?"],
]);

/** Dialog of the session's page that waits for an answer. A read-only view shows it without buttons. */
export class DialogBanner {
  readonly #banner = element("dialog", HTMLFormElement);
  #text: HTMLInputElement | undefined;
  #isPrompt = false;

  /** @param answer undefined in a read-only view */
  constructor(answer: ((accept: boolean, text?: string) => void) | undefined) {
    if (!answer) return;
    const text = element("dialog-text", HTMLInputElement);
    this.#text = text;
    text.maxLength = MAX_TEXT;
    this.#banner.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(true, this.#isPrompt ? text.value : undefined);
    });
    element("dialog-dismiss", HTMLButtonElement).addEventListener("click", () => answer(false));
  }

  show(dialog: CastDialog | null): void {
    this.#banner.hidden = dialog === null;
    if (!dialog) return;
    this.#isPrompt = dialog.type === "prompt";
    element("dialog-title", HTMLElement).textContent = TITLES.get(dialog.type) ?? TITLES.get("alert") ?? "";
    element("dialog-message", HTMLElement).textContent = dialog.message;
    if (!this.#text) return;
    this.#text.hidden = !this.#isPrompt;
    this.#text.value = dialog.defaultPrompt.slice(0, MAX_TEXT).toWellFormed();
    if (this.#isPrompt) this.#text.focus();
  }
}
