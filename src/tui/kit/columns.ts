import stringWidth from "string-width";

const segmenter = new Intl.Segmenter();

/** The graphemes of a text: characters as a person counts them. */
export function graphemes(text: string): Intl.Segments {
  return segmenter.segment(text);
}

/** A run of printable ASCII, without its last character when a combining mark may follow. */
const ascii = /[ -~]+(?![^ -~])/y;

/** Calls `take` with the end, the columns and the start of each grapheme, until it returns true. */
function walk(text: string, take: (end: number, columns: number, start: number) => boolean): void {
  let at = 0;
  while (at < text.length) {
    ascii.lastIndex = at;
    const run = ascii.exec(text)?.[0].length ?? 0;
    for (const end = at + run; at < end; at += 1) if (take(at + 1, 1, at)) return;
    if (at === text.length) return;
    // Walks by graphemes up to the next run of plain ASCII.
    const next = /[ -~]{2}/g;
    next.lastIndex = at + 1;
    const stop = next.exec(text)?.index ?? text.length;
    for (const { segment } of segmenter.segment(text.slice(at, stop + 1))) {
      if (at >= stop && stop < text.length) break;
      const end = at + segment.length;
      if (take(end, stringWidth(segment), at)) return;
      at = end;
    }
  }
}

/** Indexes at which the rows of a text begin when each has `width` columns. Words are cut, graphemes are not. */
export function rowStarts(text: string, width: number): readonly number[] {
  const room = Math.max(1, width);
  const starts = [0];
  if (!/[^ -~]/.test(text)) {
    for (let at = room; at < text.length; at += room) starts.push(at);
    return starts;
  }
  let used = 0;
  walk(text, (_end, columns, start) => {
    if (used > 0 && used + columns > room) {
      starts.push(start);
      used = 0;
    }
    used += columns;
    return false;
  });
  return starts;
}

/** Index at which the longest prefix of at most `width` columns ends. */
export function cutAt(text: string, width: number): number {
  if (!/[^ -~]/.test(text.slice(0, width + 1))) return Math.min(text.length, Math.max(0, width));
  let used = 0;
  let cut = 0;
  walk(text, (end, columns) => {
    used += columns;
    if (used > width) return true;
    cut = end;
    return false;
  });
  return cut;
}

/** Cuts a text to at most `width` columns; a text that was cut ends in an ellipsis. */
export function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  return width < 1 ? "" : `${text.slice(0, cutAt(text, width - 1))}…`;
}

/** Rows of a text, broken between words; a word that is wider than a row is cut. */
export function wordRows(text: string, width: number): string[] {
  const room = Math.max(1, width);
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(" ")) {
    const joined = row === "" ? word : `${row} ${word}`;
    if (stringWidth(joined) <= room) {
      row = joined;
      continue;
    }
    if (row !== "") rows.push(row);
    const starts = rowStarts(word, room);
    rows.push(...starts.slice(0, -1).map((start, at) => word.slice(start, starts[at + 1])));
    row = word.slice(starts.at(-1));
  }
  return [...rows, row];
}
