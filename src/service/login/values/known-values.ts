import type { Span } from "./text-reading.ts";
import { readingsOf, ValueFinder } from "./value-finder.ts";

declare const redacted: unique symbol;

/** Text that contains no value of its login, to be stored or shown. */
export type RedactedText = string & { readonly [redacted]: true };

/** Text of the service itself, without any text of a website. */
export function ownText(text: string): RedactedText {
  return text as RedactedText;
}

/**
 * All values of a login: those of the credential, those that a person gave, and codes. Values are never removed,
 * because a website may repeat an old one.
 */
export class KnownValues {
  readonly #finders = new Map<string, { readonly name: string; readonly finder: ValueFinder }>();

  /** @param stored values by their key in the credential */
  constructor(stored: Readonly<Record<string, string>> = {}) {
    for (const [key, value] of Object.entries(stored)) this.add(key, value);
  }

  /** Adds a value under the name that replaces it in texts. */
  add(name: string, value: string): void {
    const text = value.trim();
    if (text !== "" && !this.#finders.has(text)) this.#finders.set(text, { name, finder: new ValueFinder(text) });
  }

  /** Text with `[password]` in place of the value of that name, and so on, in any spelling of the value. */
  redact(text: string): RedactedText {
    let rest = "";
    let end = 0;
    for (const found of this.#find(text)) {
      // The first of two overlapping values gives the name.
      if (found.start >= end) rest += `${text.slice(end, found.start)}[${found.name}]`;
      end = Math.max(end, found.end);
    }
    return (rest + text.slice(end)) as RedactedText;
  }

  /** Name of the value that is exactly this text. */
  nameOf(text: string): string | undefined {
    return this.#finders.get(text.trim())?.name;
  }

  /** Name of a stored value in which the names of values replace the values. */
  redactKey(key: string): string {
    const text = this.redact(key);
    return text === key ? key : text.replaceAll(/[[\]]/g, "");
  }

  /** True for a text that contains one of the values. */
  isIn(text: string): boolean {
    return this.redact(text) !== text;
  }

  /**
   * Address without parts that may be a value of this login or of the website: user name, password, query, fragment,
   * parameters in its path, and the path from a value on. An address whose host contains a value, or that is not a web
   * address, becomes `own`, the address that the user has set.
   */
  address(address: string, own: string): RedactedText {
    const url = URL.parse(address);
    const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
    const isOwn = url?.host === URL.parse(own)?.host;
    if (!url || !isWeb || (!isOwn && this.isIn(url.host))) return this.address(own, own);
    const segments = url.pathname.split("/").map((segment) => segment.replace(/;.*|%3b.*/i, ""));
    const end = segments.findIndex((segment) => this.isIn(segment));
    const path = (end === -1 ? segments : [...segments.slice(0, end), ""]).join("/");
    return `${url.origin}${path}` as RedactedText;
  }

  /** Values in a text, in order of position, the longest first where several begin at the same position. */
  #find(text: string): NamedSpan[] {
    if (this.#finders.size === 0) return [];
    const readings = readingsOf(text);
    const values = [...this.#finders.values()];
    const marks = values.flatMap(({ name }) => marksIn(text, `[${name}]`));
    return values
      .flatMap(({ name, finder }) => finder.find(readings).map((span) => ({ ...span, name })))
      .filter(({ start, end }) => !marks.some((mark) => mark.start <= start && end <= mark.end))
      .sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

interface NamedSpan extends Span {
  readonly name: string;
}

/** Marks in a text that was redacted before. */
function marksIn(text: string, mark: string): Span[] {
  const found: Span[] = [];
  for (let start = text.indexOf(mark); start !== -1; start = text.indexOf(mark, start + mark.length)) {
    found.push({ start, end: start + mark.length });
  }
  return found;
}
