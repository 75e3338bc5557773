import { EMOJI, HIDDEN } from "../core/hidden-characters.ts";

// DEL, C1 controls, bidi overrides and invisible characters: legal in JSON, but a terminal would execute or hide them.
const unsafe = new RegExp(`[\\u007f-\\u009f${HIDDEN}]`, "u");
const unsafeAll = new RegExp(`(${EMOJI})|[\\u007f-\\u009f${HIDDEN}]`, "gu");

/** JSON text of a value. Characters that a terminal might execute or hide are escaped, except in emoji. */
export function jsonText(value: unknown, indent = 2): string {
  return safeJson(JSON.stringify(value, null, indent) ?? "null");
}

/** Received JSON text with the same escapes; it stays the same JSON, because they only occur in strings. */
export function safeJson(text: string): string {
  return unsafe.test(text) ? text.replace(unsafeAll, (match, emoji?: string) => emoji ?? escaped(match)) : text;
}

/** Escapes every UTF-16 unit. */
function escaped(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
