/** Width of a column of text below which the text stands under its term instead. */
export const NARROW_TEXT = 24;

/** Words of a text as lines of at most `width` characters; a longer word has a line of its own, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(" "), width);
}

/** {@link wrap} of a text's words. */
export function wrapWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
