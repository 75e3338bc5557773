import { table } from "../../core/table.ts";
import { enterKey, type Stroke, strokes, tabKey } from "../../input-rules/keyboard-layout.ts";

const keysOfControls = table<Stroke>({
  "\n": { key: enterKey, shift: false },
  "\r": { key: enterKey, shift: false },
  "\r\n": { key: enterKey, shift: false },
  "\t": { key: tabKey, shift: false },
});

/** Key of the layout, or a grapheme that no key writes. */
export type Keystroke = Stroke | { insert: string };

/**
 * Splits a text into keystrokes, one for each grapheme (spec 4.7). Characters of the US layout are typed with its keys
 * and Shift; a newline (`\n`, `\r`, `\r\n`) is Enter, a tab the Tab key; all other graphemes are inserted.
 */
export function* keystrokes(text: string): Generator<Keystroke> {
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    yield strokes.get(segment) ?? keysOfControls.get(segment) ?? { insert: segment };
  }
}
