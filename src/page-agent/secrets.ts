import { HIDDEN_VALUE } from "./hidden-value.ts";
import { keyOf } from "./snapshot/compare-lines.ts";
import { type Line, linesBelow } from "./snapshot/line.ts";

/** Minimum number of characters of a value that is looked for in texts; a shorter one would be found everywhere. */
const MIN_CHARACTERS = 3;

/** Values that are never printed, and the fields that they were entered in. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #elements: Set<string>;

  /** @param elements keys of fields from earlier calls, as {@link elements} gives them */
  constructor(elements: readonly string[] = []) {
    this.#elements = new Set(elements);
  }

  get elements(): string[] {
    return [...this.#elements];
  }

  /** @param key frame and backend id of the field */
  add(key: string, value: string): void {
    this.#elements.add(key);
    this.addValue(value);
  }

  /** Adds a value that no field holds. */
  addValue(value: string): void {
    if (value.length < MIN_CHARACTERS) return;
    for (const form of [value, encodeURIComponent(value), encodeURIComponent(value).replaceAll("%20", "+")])
      this.#values.add(form);
  }

  /** Text without the values. */
  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values) hidden = hidden.replaceAll(value, HIDDEN_VALUE);
    return hidden;
  }

  /** Hides the values in the lines of a page, and whatever the fields hold. */
  hideIn(root: Line): void {
    if (this.#elements.size === 0) return;
    for (const line of linesBelow(root)) {
      line.name = this.hide(line.name);
      if (line.value === undefined || line.value === "") continue;
      line.value = this.#elements.has(keyOf(line)) ? HIDDEN_VALUE : this.hide(line.value);
    }
  }
}
