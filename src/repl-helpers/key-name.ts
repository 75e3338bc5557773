import { MODIFIERS } from "../input-rules/keyboard-layout.ts";

/** Modifiers by their names, in the order in which they are held. */
const names = [
  ["Control", MODIFIERS.control, ["control", "ctrl"]],
  ["Alt", MODIFIERS.alt, ["alt"]],
  ["Shift", MODIFIERS.shift, ["shift"]],
  ["Meta", MODIFIERS.meta, ["meta", "cmd", "command"]],
] as const;
const ALL = MODIFIERS.alt | MODIFIERS.control | MODIFIERS.meta | MODIFIERS.shift;

/**
 * Name of a key with modifiers, such as `Control+a`.
 *
 * @param key name of a key, a character, or a code of the web such as `Digit1`
 * @param modifiers bits of the debugging protocol, names, or an object such as `{ ctrl: true }`
 */
export function chordName(key: unknown, modifiers: unknown = 0): string {
  if (typeof key !== "string" || key === "") throw new TypeError('pressKey: the key must be a text such as "Enter"');
  const bits = bitsOf(modifiers);
  const held = names.flatMap(([name, bit]) => (bits & bit ? [name] : []));
  return [...held, keyName(key)].join("+");
}

function keyName(key: string): string {
  if (/^spacebar$/i.test(key)) return " ";
  return /^Digit(\d)$/.exec(key)?.[1] ?? /^Key([A-Z])$/.exec(key)?.[1]?.toLowerCase() ?? key;
}

function bitsOf(modifiers: unknown): number {
  if (typeof modifiers === "number") {
    if (Number.isInteger(modifiers) && modifiers >= 0 && modifiers <= ALL) return modifiers;
    throw new RangeError(`pressKey: the modifiers must be bits from 0 to ${ALL}`);
  }
  const given = Array.isArray(modifiers)
    ? modifiers.map(String)
    : Object.entries((modifiers ?? {}) as object).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
  return given.reduce((bits, name) => bits | bitOf(name), 0);
}

function bitOf(name: string): number {
  const found = names.find(([, , aliases]) => aliases.some((alias) => alias === name.toLowerCase()));
  if (found) return found[1];
  throw new RangeError(`pressKey: there is no modifier ${JSON.stringify(name)}; there are ctrl, alt, shift and meta`);
}
