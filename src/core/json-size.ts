const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Depth and number of values of a JSON text, without parsing it; arbitrary numbers for other text. A value takes up to
 * 60 bytes of memory once parsed, so that a text can grow twentyfold.
 */
export function jsonSize(text: string): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if (code === 0x5b || code === 0x7b) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return { depth: deepest, values };
}

/** Index of the closing quote of the string at `start`, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
