/**
 * Makes remote text safe for a terminal: escape sequences and other control characters are shown, not obeyed.
 * C0 and C1 controls (CSI, OSC, DCS begin with one) become their picture or `\x9b` form, bidi overrides and invisible
 * format characters become `\u202e`. Tab and newline stay; a lone CR becomes its picture.
 */
export function sanitize(text: string): string {
  return hostile.test(text) ? text.replace(hostileAll, visible) : text;
}

/** {@link sanitize} for one cell or one line: newline and tab are shown too. */
export function sanitizeLine(text: string): string {
  return hostileInLine.test(text) ? text.replace(hostileInLineAll, visible) : text;
}

// C0 without \t \n, DEL, C1, soft hyphen-like and bidi controls, line/paragraph separators, BOM, tag characters.
const always =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\u{e0000}-\\u{e007f}";
const hostile = new RegExp(`[${always}]`, "u");
const hostileAll = new RegExp(`\\r\\n|[${always}]`, "gu");
const hostileInLine = new RegExp(`[\\t\\n${always}]`, "u");
const hostileInLineAll = new RegExp(`[\\t\\n${always}]`, "gu");

function visible(match: string): string {
  if (match === "\r\n") return "\n";
  const code = match.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
