import { EMOJI, UNPRINTABLE } from "./hidden-characters.ts";

/**
 * Makes remote text safe for a terminal: escape sequences and other control characters are shown, not obeyed.
 * C0 and C1 controls (CSI, OSC, DCS begin with one) become their picture or `\x9b` form, bidi overrides and invisible
 * characters become `\u202e`, except as parts of an emoji. Tab and newline stay; a lone CR becomes its picture.
 */
export function sanitize(text: string): string {
  return hostile.test(text) ? text.replace(hostileAll, visible) : text;
}

/** {@link sanitize} for one cell or one line: newline and tab are shown too. */
export function sanitizeLine(text: string): string {
  return hostileInLine.test(text) ? text.replace(hostileInLineAll, visible) : text;
}

/** A text with its further lines indented: in a message, words from outside begin no line of the message's own. */
export function indentRest(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/**
 * {@link sanitizeLine} for a line whose colours may stay: sequences of SGR (`ESC [ numbers m`) that only colour or
 * emphasise are kept, and a reset ends the line when there was one. Shown like every other sequence are those that
 * blink, conceal or change the font, that carry more than 16 numbers or a number above 255. A tab becomes four blanks.
 * Source: ECMA-48 8.3.117, design 3 ("Remote text is hostile").
 *
 * assumed: one unsafe number makes its whole sequence visible; a tab is always four blanks.
 */
export function sanitizeKeepingColour(text: string): string {
  if (!hostileInLine.test(text)) return text;
  let kept = false;
  const safe = text.replace(colourOrHostile, (match: string, emoji?: string, numbers?: string) => {
    if (emoji !== undefined) return emoji;
    if (match === "\t") return "    ";
    if (numbers === undefined) return visible(match);
    if (!safeColour(numbers)) return `${visible("\u001b")}${match.slice(1)}`;
    kept = true;
    return match;
  });
  return kept ? `${safe}\u001b[0m` : safe;
}

/**
 * {@link sanitizeLine} for a row that a view has styled, as its last check: sequences of SGR stay, and those of a link that
 * `src/tui/login/middle-rows.ts` makes.
 */
export function sanitizeRow(text: string): string {
  if (!hostileInLine.test(text)) return text;
  return text.replace(
    styleOrHostile,
    (match: string, emoji?: string, style?: string) => emoji ?? style ?? visible(match),
  );
}

/** Numbers that only emphasise, colour or reset: all except 5 and 6 (blink), 8 (conceal), 10 to 20 and 26 (fonts). */
const emphasis = /^(?:0*[0-4]?|0*[79]|0*2[1-5]|0*2[7-9]|0*3[0-79]|0*4[0-79]|0*5[359]|0*9[0-7]|0*10[0-7])$/;

/** Checks the numbers of an SGR sequence. Long colours have two forms: `38;5;n` and `38:2::r:g:b`. */
function safeColour(numbers: string): boolean {
  const parts = numbers.split(";");
  if (numbers.split(/[;:]/).length > 16) return false;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    if (part.includes(":")) {
      if (!/^(?:4:[0-5]|[345]8:(?:5:\d{1,3}|2:(?:0?:)?\d{1,3}:\d{1,3}:\d{1,3}))$/.test(part)) return false;
      if (part.split(":").some((number) => Number(number) > 255)) return false;
    } else if (part === "38" || part === "48" || part === "58") {
      const length = parts[at + 1] === "5" ? 1 : parts[at + 1] === "2" ? 3 : 0;
      const values = parts.slice(at + 2, at + 2 + length);
      if (length === 0 || values.length < length) return false;
      if (!values.every((value) => /^\d{0,3}$/.test(value) && Number(value) <= 255)) return false;
      at += 1 + length;
    } else if (!emphasis.test(part)) return false;
  }
  return true;
}

const hostile = new RegExp(`[${UNPRINTABLE}]`, "u");
const hostileAll = new RegExp(`(${EMOJI})|\\r\\n|[${UNPRINTABLE}]`, "gu");
const hostileInLine = new RegExp(`[\\t\\n${UNPRINTABLE}]`, "u");
const hostileInLineAll = new RegExp(`(${EMOJI})|[\\t\\n${UNPRINTABLE}]`, "gu");
const colourOrHostile = new RegExp(`(${EMOJI})|\\u001b\\[([0-9;:]*)m|[\\t\\n${UNPRINTABLE}]`, "gu");

const link = "\\u001b\\]8;(?:id=link;https?:[^\\u0000-\\u0020\\u007f-\\u009f]*|;)\\u001b\\\\";
const styleOrHostile = new RegExp(`(${EMOJI})|(\\u001b\\[[0-9;:]*m|${link})|[\\t\\n${UNPRINTABLE}]`, "giu");

function visible(match: string, emoji?: string): string {
  if (emoji !== undefined) return emoji;
  if (match === "\r\n") return "\n";
  const code = match.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return codeEscape(code);
}

/** A character as the escape that stands for it: `\x9b`, `\u202e`, `\u{e0041}`. */
export function codeEscape(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}
