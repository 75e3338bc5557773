import type { WebAddress } from "../../core/web-address.ts";
import { count } from "../../render/sentence.ts";
import { wordRows } from "../kit/columns.ts";
import { paint } from "../kit/styled-text.ts";
import type { TerminalSize } from "../kit/terminal-size.ts";

/** Light modules around the code, which cameras need; the largest border that fits. */
const BORDERS = [2, 1] as const;

/** Dark on light, whatever the terminal's own colours are. */
const darkOnLight = { fg: "30", bg: "107" } as const;

/**
 * Rows of a QR code of an address, two modules in each row; a text instead where the terminal is too small for it.
 * Without colour it is drawn in the terminal's own colours, light on dark, which most cameras read too.
 */
export async function qrRows(url: WebAddress, size: TerminalSize, colour: boolean): Promise<readonly string[]> {
  const { renderUnicodeCompact } = await import("uqr");
  const codes = BORDERS.map((border) => renderUnicodeCompact(url, { border, invert: colour }).split("\n"));
  const fitting = codes.find((rows) => rows.length <= size.rows && widthOf(rows) <= size.columns);
  if (fitting) return fitting.map((row) => (colour ? paint(row.padEnd(widthOf(fitting)), darkOnLight, true) : row));
  const smallest = codes.at(-1) ?? [];
  const needs = `The QR code needs ${count(widthOf(smallest), "column")} and ${count(smallest.length, "row")}.`;
  return wordRows(needs, size.columns);
}

function widthOf(rows: readonly string[]): number {
  return Math.max(...rows.map((row) => [...row].length));
}
