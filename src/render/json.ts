// DEL, C1 controls and bidi overrides: legal in JSON, but a terminal would obey them.
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON text that says exactly the value, with every character a terminal might obey escaped. */
export function jsonText(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
