import stringWidth from "string-width";
import { sanitizeLine } from "../../core/sanitize.ts";
import { graphemes } from "./columns.ts";
import type { Key } from "./keys.ts";
import { paint } from "./styled-text.ts";

/** A line of text that is being typed. */
export interface TextInput {
  readonly text: string;
  /** Index in `text` before which the next character goes, always between two graphemes. */
  readonly cursor: number;
}

/** An input that holds `text`, with the cursor at its end. */
export function textInput(text = ""): TextInput {
  return { text, cursor: text.length };
}

/** Applies a key. Returns undefined when the key does not edit text. Characters beyond `maxLength` are dropped. */
export function editText(input: TextInput, key: Key, maxLength: number): TextInput | undefined {
  if (typeof key !== "string") return insertText(input, key.character, maxLength);
  const before = input.text.slice(0, input.cursor);
  const after = input.text.slice(input.cursor);
  switch (key) {
    case "left":
      return { ...input, cursor: withoutLast(before).length };
    case "right":
      return { ...input, cursor: input.text.length - withoutFirst(after).length };
    case "home":
      return { ...input, cursor: 0 };
    case "end":
      return textInput(input.text);
    case "backspace": {
      const kept = withoutLast(before);
      return { text: kept + after, cursor: kept.length };
    }
    case "delete":
      return { ...input, text: before + withoutFirst(after) };
    case "clear":
      return textInput();
    default:
      return undefined;
  }
}

/** Inserts text at the cursor, as much of it as `maxLength` UTF-16 units leave room for. */
export function insertText({ text, cursor }: TextInput, added: string, maxLength: number): TextInput {
  const room = Math.max(0, maxLength - text.length);
  let fitting = "";
  for (const { segment } of graphemes(added)) {
    if (fitting.length + segment.length > room) break;
    fitting += segment;
  }
  return { text: text.slice(0, cursor) + fitting + text.slice(cursor), cursor: cursor + fitting.length };
}

/**
 * The input as one row of at most `columns` columns, with the cursor inverted. Of a long text only the part around the
 * cursor is visible. `mask` replaces each character of a secret.
 */
export function inputText(
  { text, cursor }: TextInput,
  { columns, colour, hasCursor, mask }: { columns: number; colour: boolean; hasCursor: boolean; mask?: string },
): string {
  const cells = [...graphemes(text)].map(({ segment, index }) => {
    const visible = mask ?? sanitizeLine(segment);
    return { index, visible, width: stringWidth(visible) };
  });
  // The cursor at the end of the text stands on a blank.
  cells.push({ index: text.length, visible: " ", width: 1 });
  const at = cells.findIndex(({ index }) => index >= cursor);
  let [first, end] = [at, at];
  let used = 0;
  for (; end === at || end < cells.length; end += 1) {
    const width = cells[end]?.width ?? 0;
    if (end > at && used + width > Math.min(columns, Math.ceil(columns / 2))) break;
    used += width;
  }
  for (; first > 0 && used + (cells[first - 1]?.width ?? 0) <= columns; first -= 1)
    used += cells[first - 1]?.width ?? 0;
  for (; end < cells.length && used + (cells[end]?.width ?? 0) <= columns; end += 1) used += cells[end]?.width ?? 0;
  const row = cells.slice(first, end).map(({ visible }, offset) => {
    return hasCursor && first + offset === at ? paint(visible, { inverse: "7" }, colour) : visible;
  });
  const shown = row.join("");
  return hasCursor ? shown : shown.trimEnd();
}

function withoutLast(text: string): string {
  return text.slice(0, [...graphemes(text)].at(-1)?.index ?? 0);
}

function withoutFirst(text: string): string {
  return text.slice(graphemes(text)[Symbol.iterator]().next().value?.segment.length ?? 0);
}
