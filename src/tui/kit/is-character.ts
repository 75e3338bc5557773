import type { Key } from "./keys.ts";

/** True for the key of a character. Separate from `keys.ts`, which loads Ink, because models use it too. */
export function isCharacter(key: Key, character: string): boolean {
  return typeof key !== "string" && key.character === character;
}
