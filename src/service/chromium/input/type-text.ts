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
 * Types a text, one grapheme after the other, `delayMs` milliseconds apart (spec 4.7). What the US layout can write is
 * typed with its keys, Shift included; a newline (`\n`, `\r`, `\r\n`) is Enter, a tab the Tab key; everything else is
 * inserted as it is, without key events. Errors: those of {@link InputPage}.
 *
 * Press and release of a key travel together, and the next key waits until the page has dealt with both: input that
 * reaches a page while it shows a dialog is lost (measured), as is what is on its way when the focus changes its frame.
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
