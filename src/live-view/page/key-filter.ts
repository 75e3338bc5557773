/** Properties of a key event that decide how it is handled. */
export type KeyFacts = Pick<
  KeyboardEvent,
  "key" | "keyCode" | "isComposing" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "getModifierState"
>;

/** Key code of events that an input method handles. */
const INPUT_METHOD = 229;

/**
 * True for a key whose text the browser composes: a dead key, an input method, a key without a name as on phones, or a
 * character that is not ASCII. The display has spare key codes for only a few such characters and loses the others.
 */
export function isText(event: KeyFacts): boolean {
  const { key } = event;
  if (event.isComposing || event.keyCode === INPUT_METHOD) return true;
  if (["Process", "Dead", "Unidentified"].includes(key)) return true;
  if (event.getModifierState("AltGraph")) return isCharacter(key);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return isCharacter(key) && !isAscii(key);
}

/** True for the keys that paste on any system. */
export function isPaste({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyFacts): boolean {
  if (altKey) return false;
  if (key === "Insert") return shiftKey && !ctrlKey;
  return key.toLowerCase() === "v" && (ctrlKey || metaKey);
}

/** True for a character, false for the name of a key such as `Enter`. */
function isCharacter(key: string): boolean {
  return [...key].length === 1 || !isAscii(key);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
