import { closest, distance } from "fastest-levenshtein";
import type { InputProblem } from "../contract/problems.ts";
import { type Key, MODIFIERS, namedKeys, type Stroke, shiftKey, strokes } from "./keyboard-layout.ts";

/** Keys that are pressed together, in order; or text that has no key in the layout. */
export type Chord = { keys: readonly Key[] } | { insert: string };

const byLowerCase: ReadonlyMap<string, Stroke> = new Map(
  [...namedKeys].map(([name, stroke]) => [name.toLowerCase(), stroke]),
);

/**
 * Parses names of keys and combinations such as `Ctrl+t`, `Shift+Tab`, `Page_Down`, `plus` or `é` (contract 2.4: X11's
 * names; `U20AC` is the character of that code point). assumed: names of more than one character are case-insensitive,
 * and the names of the web (`ArrowLeft`, `PageDown`) are accepted too; in a combination with Ctrl, Alt or Super a
 * capital letter is the same key as the small one, without Shift.
 *
 * Every unknown key is a problem, with a suggestion; its chord is empty.
 */
export function parseKeys(names: readonly string[], path: string): { chords: Chord[]; problems: InputProblem[] } {
  const problems: InputProblem[] = [];
  const chords = names.map((name, index): Chord => {
    const parsed = parseChord(name);
    if (typeof parsed !== "string") return parsed;
    problems.push({ path: `${path}[${index}]`, message: parsed });
    return { keys: [] };
  });
  return { chords, problems };
}

/** Like {@link parseKeys}, for keys that are held during another action. */
export function parseHeldKeys(
  names: readonly string[] = [],
  path = "hold_keys",
): { keys: Key[]; problems: InputProblem[] } {
  const { chords, problems } = parseKeys(names, path);
  const keys = chords.flatMap((chord, index) => {
    if ("keys" in chord) return chord.keys;
    const message = `${JSON.stringify(names[index])} is on no key and cannot be held`;
    problems.push({ path: `${path}[${index}]`, message });
    return [];
  });
  return { keys, problems };
}

/** Text of a problem. */
function parseChord(text: string): Chord | string {
  const parts = split(text);
  const found: Stroke[] = [];
  for (const part of parts) {
    const stroke = part === "" ? undefined : find(part);
    if (stroke) {
      found.push(stroke);
      continue;
    }
    const insert = parts.length === 1 ? character(part) : undefined;
    if (insert !== undefined) return { insert };
    const where = parts.length > 1 ? ` in ${JSON.stringify(text)}` : "";
    return part === "" ? `a key is missing${where}` : `there is no key ${JSON.stringify(part)}${where}${hint(part)}`;
  }
  const bits = found.reduce((all, { key }) => all | (key.modifier ?? 0), 0);
  const command = (bits & ~MODIFIERS.shift) !== 0;
  const needsShift = found.some(({ key, shift }) => shift && !(command && key.code.startsWith("Key")));
  const keys = found.map(({ key }) => key);
  if (!needsShift || (bits & MODIFIERS.shift) !== 0) return { keys };
  const first = keys.findIndex((key) => key.modifier === undefined);
  return { keys: keys.toSpliced(first, 0, shiftKey) };
}

/** `Ctrl++` is Ctrl and plus. */
function split(text: string): string[] {
  if (text === "+") return ["+"];
  if (text.endsWith("++")) return [...text.slice(0, -2).split("+"), "+"].map(trimmed);
  return text.split("+").map(trimmed);
}

function trimmed(part: string): string {
  return part === " " ? part : part.trim();
}

function find(name: string): Stroke | undefined {
  return strokes.get(name) ?? namedKeys.get(name) ?? byLowerCase.get(name.toLowerCase()) ?? codePoint(name);
}

function codePoint(name: string): Stroke | undefined {
  const text = fromCodePoint(name);
  return text === undefined ? undefined : strokes.get(text);
}

/** Character that a name means, either itself or as `U20AC`. */
function character(name: string): string | undefined {
  const text = fromCodePoint(name) ?? name;
  const graphemes = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  return graphemes.length === 1 && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined;
}

function fromCodePoint(name: string): string | undefined {
  const number = /^U\+?([0-9a-f]{4,6})$/i.exec(name)?.[1];
  const value = number === undefined ? Number.NaN : Number.parseInt(number, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : undefined;
}

function hint(name: string): string {
  if (name.length < 2) return "";
  const lower = name.toLowerCase();
  const best = closest(lower, [...byLowerCase.keys()]);
  if (distance(lower, best) > Math.max(1, Math.floor(Math.max(name.length, best.length) / 3))) return "";
  const proper = [...namedKeys.keys()].find((known) => known.toLowerCase() === best);
  return `; did you mean ${JSON.stringify(proper)}?`;
}
