import { table } from "../../../core/table.ts";
/** Part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Decoded text, with the position of each of its units in the original text. */
export interface Reading {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** Percent escapes in a row, HTML entities, escapes of JSON, and backslashes before other characters. */
const escapes =
  /(?:%(?:25)*[0-9a-f]{2})+|&(?:amp;)*(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp)(?:;|(?![0-9a-z]))|\\+u[0-9a-f]{4}|\\+x[0-9a-f]{2}|\\+/giu;

const entities = table<string>({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " });

/** Text in lower case, with single spaces. */
export function plainReading(text: string): Reading {
  return readingOf([{ text, span: { start: 0, end: text.length } }]);
}

/**
 * Text without the escapes of addresses, HTML and JSON, including nested ones, and without backslashes.
 *
 * @param plus character that `+` stands for: forms send a space as `+`
 */
export function unescapedReading(text: string, plus: "+" | " "): Reading {
  const parts: Part[] = [];
  let end = 0;
  const between = (until: number): void => {
    const plain = text.slice(end, until);
    parts.push({ text: plus === "+" ? plain : plain.replaceAll("+", plus), span: { start: end, end: until } });
  };
  for (const { 0: written, index } of text.matchAll(escapes)) {
    between(index);
    end = index + written.length;
    parts.push(...(written.startsWith("%") ? percents(written, index) : [unescaped(written, index)]));
  }
  between(text.length);
  return readingOf(parts);
}

/** Only the letters and digits of a text. */
export function wordReading({ text, spans }: Reading): Reading {
  const kept = [...text.matchAll(/[\p{L}\p{N}]/gu)].flatMap(({ 0: character, index }) =>
    Array.from(character, (_, at) => index + at),
  );
  return { text: kept.map((at) => text[at]).join(""), spans: kept.map((at) => spans[at] as Span) };
}

/**
 * Text with the characters of the standard base64 alphabet in place of the URL-safe ones. The length stays the same.
 */
export function base64Reading(text: string): Reading {
  const usual = text.replaceAll("-", "+").replaceAll("_", "/");
  return { text: usual, spans: Array.from(usual, (_, start) => ({ start, end: start + 1 })) };
}

interface Part {
  readonly text: string;
  /** Position of an unescaped text in the original, or of the whole escape for it. */
  readonly span: Span;
}

function readingOf(parts: readonly Part[]): Reading {
  // A string that grows by one character at a time is copied by each look at its end.
  const units: string[] = [];
  const spans: Span[] = [];
  for (const { text: part, span } of parts) {
    const isEscape = part.length !== span.end - span.start;
    let at = span.start;
    for (const character of part) {
      const own = isEscape ? span : { start: at, end: at + character.length };
      at = own.end;
      const folded = /\s/.test(character) ? " " : character.toLowerCase();
      const last = spans.at(-1);
      if (folded === " " && units.at(-1) === " " && last) {
        spans[spans.length - 1] = { start: last.start, end: own.end };
        continue;
      }
      units.push(folded);
      for (let unit = 0; unit < folded.length; unit += 1) spans.push(own);
    }
  }
  return { text: units.join(""), spans };
}

/** Characters of the UTF-8 bytes of percent escapes. */
function percents(written: string, start: number): Part[] {
  const bytes = [...written.matchAll(/%(?:25)*([0-9a-f]{2})/gi)];
  const content = Buffer.from(bytes.map(({ 1: digits = "" }) => Number.parseInt(digits, 16)));
  let at = 0;
  return Array.from(content.toString("utf8"), (character) => {
    // A byte that is not valid UTF-8 is decoded as one character.
    const length = character === "\ufffd" ? 1 : Buffer.byteLength(character);
    const [first, last] = [bytes[at], bytes[Math.min(at + length, bytes.length) - 1]];
    at += length;
    const end = last ? last.index + last[0].length : written.length;
    return { text: character, span: { start: start + (first?.index ?? written.length), end: start + end } };
  });
}

function unescaped(written: string, start: number): Part {
  const span = { start, end: start + written.length };
  const [, hex, decimal, name] = /^(?:\\+[ux]|&(?:amp;)*#x)([0-9a-f]+)|#(\d+)|([a-z]+);?$/i.exec(written) ?? [];
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  if (hex === undefined && decimal === undefined) return { text: entities.get(name?.toLowerCase() ?? "") ?? "", span };
  return { text: code <= 0x10ffff ? String.fromCodePoint(code) : "", span };
}
