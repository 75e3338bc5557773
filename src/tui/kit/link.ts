import { rowStarts } from "./columns.ts";

/** Control characters, which would end the sequence of a link. */
const controls = /[\u0000-\u0020\u007f-\u009f]/;

/**
 * Rows of an address, whole, however long it is. Terminals that know OSC 8 join the rows to one link; others ignore the
 * sequences. Only http and https addresses are links.
 *
 * @param text the address as it may stand on a terminal.
 */
export function linkRows(url: string, text: string, width: number): string[] {
  const starts = rowStarts(text, width);
  const rows = starts.map((start, at) => text.slice(start, starts[at + 1]));
  if (!/^https?:\/\//i.test(url) || controls.test(url)) return rows;
  return rows.map((row) => `\u001b]8;id=link;${url}\u001b\\${row}\u001b]8;;\u001b\\`);
}
