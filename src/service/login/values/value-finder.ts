import { base64Reading, plainReading, type Reading, type Span, unescapedReading, wordReading } from "./text-reading.ts";

/** Minimum length at which a value is found inside of words too; a shorter value could be part of any word. */
const INSIDE_WORDS = 6;
/** Minimum length of the beginning of a value that identifies it in a truncated text. */
const LEAST_BEGINNING = 4;
/** Minimum number of base64 characters that identify a value. */
const LEAST_BASE64 = 6;
/** Maximum number of other characters between the words of a value. */
const MAX_GAP = 3;

/** Decoded forms of one text, shared by all the values that are searched in it. */
export interface Readings {
  /** The text unchanged, and without escapes. */
  readonly read: readonly Reading[];
  readonly words: readonly Reading[];
  readonly base64: Reading;
}

export function readingsOf(text: string): Readings {
  const read = [plainReading(text), unescapedReading(text, "+"), unescapedReading(text, " ")];
  return { read, words: read.map(wordReading), base64: base64Reading(text) };
}

/** Finds one value in texts, in any spelling. */
export class ValueFinder {
  readonly #spellings: readonly string[];
  readonly #words: string | undefined;
  readonly #hexadecimal: string;
  readonly #base64: readonly string[];

  constructor(value: string) {
    const forms = [value, value.normalize("NFC"), value.normalize("NFD")];
    const spellings = forms.flatMap((form) => {
      const { text } = plainReading(form);
      return [text, text.replaceAll("\\", "")];
    });
    this.#spellings = [...new Set(spellings)].filter((text) => text !== "");
    this.#words = wordsOf(value);
    const bytes = Buffer.from(value);
    this.#hexadecimal = bytes.toString("hex");
    this.#base64 = base64Of(bytes);
  }

  /**
   * Parts of a text that are the value: in upper or lower case; with the escapes of addresses, HTML and JSON for any of
   * its characters; as letters and digits with other characters between them; in hexadecimal digits; in base64 of
   * either alphabet, alone or among other bytes; and its beginning at the end of a text that was truncated with `…`.
   *
   * assumed: a value that is encrypted, hashed, reversed or spread over a page is not recognized.
   */
  find({ read, words, base64 }: Readings): Span[] {
    return [
      ...this.#spellings.flatMap((text) => read.flatMap((reading) => occurrences(reading, text))),
      ...read.flatMap((reading) => occurrences(reading, this.#hexadecimal)),
      ...(this.#words === undefined ? [] : words.flatMap((reading) => this.#wordsIn(reading))),
      ...this.#base64.flatMap((text) => occurrences(base64, text)),
      ...read.flatMap((reading) => this.#beginningOf(reading)),
    ];
  }

  #wordsIn(reading: Reading): Span[] {
    const { spans } = reading;
    return matches(reading.text, this.#words ?? "")
      .filter(({ start, end }) =>
        spans.slice(start + 1, end).every((span, at) => span.start - (spans[start + at]?.end ?? 0) <= MAX_GAP),
      )
      .map((match) => placed(reading, match));
  }

  #beginningOf(reading: Reading): Span[] {
    if (!reading.text.endsWith("…")) return [];
    const end = reading.text.length - 1;
    const text = reading.text.slice(0, end);
    return this.#spellings.flatMap((spelling) => {
      for (let length = Math.min(spelling.length, end); length >= LEAST_BEGINNING; length -= 1) {
        const start = end - length;
        if (text.startsWith(spelling.slice(0, length), start)) return [placed(reading, { start, end })];
      }
      return [];
    });
  }
}

/** Positions of a text in a reading; a short text must be a whole word. */
function occurrences(reading: Reading, text: string): Span[] {
  const isPart = (at: number): boolean => /[\p{L}\p{N}]/u.test(reading.text.charAt(at));
  return matches(reading.text, text)
    .filter(({ start, end }) => text.length >= INSIDE_WORDS || !(isPart(start - 1) || isPart(end)))
    .map((match) => placed(reading, match));
}

function matches(text: string, part: string): Span[] {
  const found: Span[] = [];
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + 1)) {
    found.push({ start, end: start + part.length });
  }
  return found;
}

function placed({ spans }: Reading, { start, end }: Span): Span {
  return { start: spans[start]?.start ?? 0, end: spans[end - 1]?.end ?? 0 };
}

/** Letters and digits of a value of several words, as in names that are derived from a text. */
function wordsOf(value: string): string | undefined {
  const plain = plainReading(value.normalize("NFKC"));
  const { text } = wordReading(plain);
  return text.length < plain.text.length && text.length >= INSIDE_WORDS ? text : undefined;
}

/**
 * Base64 characters that depend only on the value and not on its neighbors, for each of its three possible offsets in a
 * group of bytes.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const isWhole = (before + bytes.length) % 3 === 0;
    const own = text.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1);
    return own.length < LEAST_BASE64 ? [] : [own];
  });
}
