import type { Key } from "./keys.ts";

/** True for the key of a character. Apart from `keys.ts`, which loads Ink: models use it too. */
export function isCharacter(key: Key, character: string): boolean {
  return typeof key !== "string" && key.character === character;
}
