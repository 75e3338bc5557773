import type { Key } from "../../../input-rules/keyboard-layout.ts";
import type { Chord } from "../../../input-rules/parse-keys.ts";
import type { InputPage } from "./input-page.ts";
import { Keyboard } from "./keyboard.ts";
import { browserShortcut } from "./shortcuts.ts";

/**
 * Presses keys and combinations one after the other, each for `durationMs` milliseconds, while others are held
 * (contract 2.4). Errors: those of {@link InputPage}.
 */
export async function pressKeys(
  page: InputPage,
  chords: readonly Chord[],
  held: readonly Key[],
  durationMs: number,
): Promise<void> {
  const keyboard = new Keyboard(page);
  await keyboard.holding(held, async () => {
    for (const chord of chords) {
      if ("insert" in chord) await page.input("Input.insertText", { text: chord.insert });
      else await pressChord(page, keyboard, chord.keys, durationMs);
    }
  });
  await page.settled();
}

async function pressChord(
  page: InputPage,
  keyboard: Keyboard,
  keys: readonly Key[],
  durationMs: number,
): Promise<void> {
  const last = keys.at(-1);
  if (!last) return;
  const { modifiers } = keyboard;
  const shortcut = await browserShortcut(
    page,
    last,
    keys.reduce((bits, key) => bits | (key.modifier ?? 0), modifiers),
  );
  await keyboard.holding(keys, async () => {
    await page.settled();
    await page.pause(durationMs);
  });
  // The key may close the page.
  if (shortcut) {
    await page.settled();
    await shortcut();
  } else {
    await page.settled();
  }
}
