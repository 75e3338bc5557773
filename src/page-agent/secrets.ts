import { HIDDEN_VALUE } from "./hidden-value.ts";
import { keyOf } from "./snapshot/compare-lines.ts";
import { type Line, linesBelow } from "./snapshot/line.ts";
import { type Paced, paced } from "./waiting.ts";

/** Minimum number of characters of a value that is looked for in texts; a shorter one would be found everywhere. */
const MIN_CHARACTERS = 3;
/** Numbers of letters and digits of a value that is found also as a page formats it: `4111 1111 1111 1111`. */
const MIN_FORMATTED = 6;
const MAX_FORMATTED = 256;
/** Characters that a page may put between those of a value. */
const BETWEEN = "[^\\p{L}\\p{N}\\n]{0,3}";

/** Values that are never printed, and the fields that they were entered in. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #patterns = new Map<string, RegExp>();
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
    for (const form of formsOf(value)) this.#values.add(form);
    const characters = value.match(/[\p{L}\p{N}]/gu) ?? [];
    const isFormatted = characters.length >= MIN_FORMATTED && characters.length <= MAX_FORMATTED;
    if (isFormatted) this.#patterns.set(value, new RegExp(characters.join(BETWEEN), "giu"));
  }

  /** Text without the values. */
  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values) hidden = hidden.replaceAll(value, HIDDEN_VALUE);
    for (const pattern of this.#patterns.values()) hidden = hidden.replace(pattern, HIDDEN_VALUE);
    return hidden;
  }

  /** Hides the values in the lines of a page, and whatever the fields hold. */
  *hideIn(root: Line): Paced<void> {
    if (this.#elements.size === 0) return;
    yield* paced(linesBelow(root), (line) => {
      line.name = this.hide(line.name);
      if (line.value === undefined || line.value === "") return;
      line.value = this.#elements.has(keyOf(line)) ? HIDDEN_VALUE : this.hide(line.value);
    });
  }
}

/** A value as it is, and as addresses, documents and headers have it. */
function formsOf(value: string): string[] {
  const inAddress = encodeURIComponent(value);
  const inHtml = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const inJson = JSON.stringify(value).slice(1, -1);
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
  return [
    value,
    inAddress,
    inAddress.replaceAll("%20", "+"),
    inHtml,
    inHtml.replaceAll('"', "&quot;"),
    inJson,
    btoa(bytes),
  ];
}
