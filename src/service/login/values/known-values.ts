import { plainReading, type Span } from "./text-reading.ts";
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
  /** Values without what a page may add or leave out: spaces, and all signs where a value has letters or digits. */
  readonly #bare = new Set<string>();

  /** @param stored values by their key in the credential */
  constructor(stored: Readonly<Record<string, string>> = {}) {
    for (const [key, value] of Object.entries(stored)) this.add(key, value);
  }

  /** Adds a value under the name that replaces it in texts. */
  add(name: string, value: string): void {
    const text = value.trim();
    if (text === "" || this.#finders.has(text)) return;
    this.#finders.set(text, { name, finder: new ValueFinder(text) });
    for (const kept of [NO_SPACE, LETTER]) this.#bare.add(reduced(text, kept).text);
  }

  /**
   * Parts of a text that could be a value, for pictures: also a part of a word, and letters and digits with anything but
   * other letters and digits between them. Finds more than {@link redact} replaces.
   */
  anywhereIn(text: string): Span[] {
    const loose = [NO_SPACE, LETTER].flatMap((kept) => {
      const { text: own, spans } = reduced(text, kept);
      return [...this.#bare].flatMap((value) =>
        spansOf(own, value).map(({ start, end }) => ({
          start: spans[start]?.start ?? 0,
          end: spans[end - 1]?.end ?? 0,
        })),
      );
    });
    return [...this.#find(text), ...loose];
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
    const marks = values.flatMap(({ name }) => spansOf(text, `[${name}]`));
    return values
      .flatMap(({ name, finder }) => finder.find(readings).map((span) => ({ ...span, name })))
      .filter(({ start, end }) => !marks.some((mark) => mark.start <= start && end <= mark.end))
      .sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

interface NamedSpan extends Span {
  readonly name: string;
}

/** Places of a text in another one, which do not overlap: marks of an earlier redaction, for example. */
function spansOf(text: string, part: string): Span[] {
  if (part === "") return [];
  const found: Span[] = [];
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + part.length)) {
    found.push({ start, end: start + part.length });
  }
  return found;
}

const LETTER = /[\p{L}\p{N}]/u;
const NO_SPACE = /\S/u;

/** Characters of one kind of a text, in lower case. */
function reduced(text: string, kept: RegExp): { text: string; spans: readonly Span[] } {
  const plain = plainReading(text);
  const found = [...plain.text.matchAll(/./gsu)].filter(({ 0: character }) => kept.test(character));
  const units = found.flatMap(({ 0: character, index }) =>
    Array.from({ length: character.length }, (_, at) => index + at),
  );
  return { text: units.map((at) => plain.text[at]).join(""), spans: units.map((at) => plain.spans[at] as Span) };
}
