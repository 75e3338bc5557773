import stringWidth from "string-width";
import { table } from "../../../../cli/declare/command.ts";
import { Styled, styled } from "../../../../core/styled.ts";
import { switchesText } from "../../../../render/flatten.ts";
import type { Palette } from "../../../../render/palette.ts";
import { humanSeconds } from "../../../../render/sentence.ts";
import { tableLines } from "../../../../render/table.ts";
import type { Change } from "./changes.ts";

/** Columns of changes for programs. */
export const changeColumns = table<Change>([{ path: "field" }, { path: "before" }, { path: "after" }]);

interface ShownChanges {
  readonly heading: string;
  readonly changes: readonly Change[];
  /** Columns of the terminal. */
  readonly width: number;
  readonly palette: Palette;
}

/**
 * Changes for a terminal: a table if its lines fit, otherwise the two values below each other. Values are never cut.
 */
export function changesText({ heading, changes, width, palette }: ShownChanges): Styled {
  const rows = changes.map(({ field, before, after }) => [field, valueText(field, before), valueText(field, after)]);
  const head = ["FIELD", "BEFORE", "AFTER"];
  const asTable = { heading: head, width: Number.POSITIVE_INFINITY };
  const fits = tableLines(rows, asTable).every((line) => stringWidth(line.plain) <= width);
  const lines = fits
    ? tableLines(rows, { ...asTable, styleHeading: palette.heading })
    : rows.flatMap(([field = "", before = "", after = ""]) => [
        palette.heading(Styled.line(field)),
        styled`  before  ${before}`,
        styled`  after   ${after}`,
      ]);
  return Styled.lines([Styled.line(heading), ...lines]);
}

function valueText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (field === "health_check_interval" && typeof value === "number") return humanSeconds(value);
  if (!Array.isArray(value)) return typeof value === "object" ? mapText(value) : String(value);
  if (value.length === 0) return field === "allowed_domains" ? "any domain" : "none";
  return value.map((item) => (typeof item === "object" ? JSON.stringify(item) : String(item))).join(", ");
}

function mapText(map: object): string {
  return switchesText(map) ?? JSON.stringify(map);
}
