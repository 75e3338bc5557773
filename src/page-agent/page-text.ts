import { UNPRINTABLE } from "../core/hidden-characters.ts";

const unprintable = new RegExp(`[\\t\\n\\r${UNPRINTABLE}]+`, "gu");
const hidden = new RegExp(`[${UNPRINTABLE}]+`, "gu");
/** Private use areas: the letters of icon fonts. */
const icons = /[\ue000-\uf8ff]|[\u{f0000}-\u{10ffff}]/gu;

/**
 * Text of a page on one line: without controls and invisible characters, with single spaces. A page cannot forge a line
 * of the snapshot with it.
 */
export function oneLine(text: string): string {
  return text.replace(unprintable, " ").replace(icons, " ").replace(/\s+/gu, " ").trim();
}

/** Text of a page on its own lines, without other controls and invisible characters. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(hidden, "").replace(icons, "");
}

/** Text cut to at most `length` characters, with an ellipsis where something is missing. */
export function cut(text: string, length: number): string {
  // No more is split than can be needed: a text of a page may have megabytes.
  const characters = [...text.slice(0, 2 * length + 2)];
  return text.length <= length || characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

/** Text for a comparison in which spaces and the case of letters do not count. */
export function bare(text: string): string {
  return text.replace(/\s/g, "").toLowerCase();
}

/** Text in double quotes, cut; quotes in it are escaped. */
export function quoted(text: string, length: number): string {
  return `"${cut(text, length).replace(/["\\]/g, "\\$&")}"`;
}
