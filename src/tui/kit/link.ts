import { webAddress } from "../../core/web-address.ts";
import { rowStarts } from "./columns.ts";

/**
 * Rows of an address, whole, however long it is. Terminals that know OSC 8 join the rows to one link; others ignore the
 * sequences. Only web addresses are links.
 *
 * @param text the address as it may stand on a terminal.
 */
export function linkRows(url: string, text: string, width: number): string[] {
  const starts = rowStarts(text, width);
  const rows = starts.map((start, at) => text.slice(start, starts[at + 1]));
  const address = webAddress(url);
  if (address === undefined) return rows;
  return rows.map((row) => `\u001b]8;id=link;${address}\u001b\\${row}\u001b]8;;\u001b\\`);
}
