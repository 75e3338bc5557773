/** Maximum nesting of JSON: code that walks a value recursively has room for several thousand levels. */
export const MAX_JSON_LEVELS = 1_000;

/** `JSON.parse`; a SyntaxError also for a text that is nested deeper than {@link MAX_JSON_LEVELS}. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`JSON is nested deeper than ${MAX_JSON_LEVELS} levels`);
  return JSON.parse(text);
}

/** True for JSON that is nested deeper than {@link MAX_JSON_LEVELS}, whose values end recursive code. */
export function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_LEVELS) return false;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        levels += 1;
        if (levels > MAX_JSON_LEVELS) return true;
        break;
      case 0x5d:
      case 0x7d:
        levels -= 1;
        break;
    }
  }
  return false;
}

/** Position of the quote that ends a string; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
