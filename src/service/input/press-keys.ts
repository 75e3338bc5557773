import type { Key } from "../../input-rules/keyboard-layout.ts";
import type { Chord } from "../../input-rules/parse-keys.ts";
import type { InputDevice } from "./device.ts";

/**
 * Presses keys and combinations one after the other, each for `durationMs` milliseconds, while others are held
 * (contract 2.4).
 */
export async function pressKeys(
  device: InputDevice,
  chords: readonly Chord[],
  held: readonly Key[],
  durationMs: number,
): Promise<void> {
  await device.holding(held, async () => {
    for (const chord of chords) await device.pressChord(chord, durationMs);
  });
  await device.settled();
}
