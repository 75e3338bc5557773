import { type Keystroke, keystrokes } from "../../input/keystrokes.ts";
import type { InputPage } from "./input-page.ts";
import type { Keyboard } from "./keyboard.ts";

/**
 * Types a text, `delayMs` milliseconds between its keystrokes. Characters that no key writes are inserted without key
 * events. Errors: those of {@link InputPage}.
 *
 * Press and release of a key are sent together, and the next key waits until the page has handled both: input is lost
 * when it arrives while a dialog is open, or while the focus moves to another frame (measured).
 */
export async function typeText(page: InputPage, keyboard: Keyboard, text: string, delayMs: number): Promise<void> {
  let first = true;
  try {
    for (const keystroke of keystrokes(text)) {
      if (!first) await page.pause(delayMs);
      first = false;
      await typeKeystroke(page, keyboard, keystroke);
    }
  } finally {
    await keyboard.clear();
  }
  await page.settled();
}

async function typeKeystroke(page: InputPage, keyboard: Keyboard, keystroke: Keystroke): Promise<void> {
  if ("key" in keystroke) return keyboard.stroke(keystroke);
  await keyboard.clear();
  await page.settled();
  await page.input("Input.insertText", { text: keystroke.insert });
}
