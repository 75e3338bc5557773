import { EMOJI, HIDDEN } from "../core/hidden-characters.ts";

// DEL, C1 controls, bidi overrides and what shows nothing: legal in JSON, but a terminal would applyGlobals or hide them.
const unsafe = new RegExp(`[\\u007f-\\u009f${HIDDEN}]`, "u");
const unsafeAll = new RegExp(`(${EMOJI})|[\\u007f-\\u009f${HIDDEN}]`, "gu");

/** JSON text that says exactly the value, with every character a terminal might applyGlobals or hide escaped, emoji aside. */
export function jsonText(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return unsafe.test(text) ? text.replace(unsafeAll, (match, emoji?: string) => emoji ?? escaped(match)) : text;
}

/** Every UTF-16 unit as JSON escapes it. */
function escaped(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
