import { enterKey, type Stroke, strokes, tabKey } from "../../../input-rules/keyboard-layout.ts";
import type { InputPage } from "./input-page.ts";
import { Keyboard } from "./keyboard.ts";

const keysOfControls: Readonly<Record<string, Stroke>> = {
  "\n": { key: enterKey, shift: false },
  "\r": { key: enterKey, shift: false },
  "\r\n": { key: enterKey, shift: false },
  "\t": { key: tabKey, shift: false },
};

/**
 * Types a text, one grapheme after the other, `delayMs` milliseconds apart (spec 4.7). Characters of the US layout are
 * typed with its keys and Shift; a newline (`\n`, `\r`, `\r\n`) is Enter, a tab the Tab key; all other characters are
 * inserted without key events. Errors: those of {@link InputPage}.
 *
 * Press and release of a key are sent together, and the next key waits until the page has handled both: input is lost
 * when it arrives while a dialog is open, or while the focus moves to another frame (measured).
 */
export async function typeText(page: InputPage, text: string, delayMs: number): Promise<void> {
  const keyboard = new Keyboard(page);
  let first = true;
  try {
    for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
      if (!first) await page.pause(delayMs);
      first = false;
      await typeGrapheme(page, keyboard, segment);
    }
  } finally {
    await keyboard.clear();
  }
  await page.settled();
}

async function typeGrapheme(page: InputPage, keyboard: Keyboard, grapheme: string): Promise<void> {
  const stroke = strokes.get(grapheme) ?? keysOfControls[grapheme];
  if (stroke) return keyboard.stroke(stroke);
  await keyboard.clear();
  await page.settled();
  await page.input("Input.insertText", { text: grapheme });
}
