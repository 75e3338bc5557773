import { EMOJI, UNPRINTABLE } from "./hidden-characters.ts";

const unprintable = new RegExp(`(${EMOJI})|[${UNPRINTABLE}]+`, "gu");

/**
 * Text as a POSIX shell reads it back unchanged: in single quotes, with unprintable characters as the octal numbers of
 * their bytes for printf, which every shell has.
 *
 * assumed: not `$'…'`, which dash does not read.
 */
export function posixQuote(text: string): string {
  const quoted = text.replaceAll("'", "'\\''").replaceAll(unprintable, (match: string, emoji?: string) => {
    if (emoji !== undefined) return emoji;
    const bytes = [...Buffer.from(match)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`);
    return `'"$(printf '${bytes.join("")}')"'`;
  });
  return `'${quoted}'`;
}

/** Argument for a POSIX shell: bare where every character is literal to the shell, quoted otherwise. */
export function posixWord(text: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : posixQuote(text);
}

/** Text in single quotes, as PowerShell reads it back unchanged: it takes typographic apostrophes for quotes too. */
export function powershellQuote(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

/** A text in single quotes of fish, in which only the quote itself and the backslash are special. */
export function fishQuote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
