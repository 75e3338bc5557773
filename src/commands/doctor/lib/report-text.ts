import { sanitizeLine } from "../../../core/sanitize.ts";
import { Styled, styled } from "../../../core/styled.ts";
import { NARROW_TEXT, wrap, wrapWords } from "../../../core/wrap.ts";
import type { Palette } from "../../../render/palette.ts";
import { areas, type FindingRow, type Status } from "./finding.ts";

const titles: Readonly<Record<(typeof areas)[number], string>> = {
  program: "Program",
  settings: "Settings",
  environment: "Environment",
  network: "Network",
  service: "Service",
  local: "Local service",
  browser: "Browser of the local service",
  machine: "Machine",
};
/** Columns in front of a text: two, the status, two. */
const INDENT = 2 + "warning".length + 2;
/** Columns in front of a text below its status. */
const NARROW_INDENT = 4;

/** Findings for a terminal, grouped by area, with a summary. */
export function reportText(rows: readonly FindingRow[], width: number, palette: Palette): Styled {
  const groups = areas.flatMap((area) => {
    const own = rows.filter((row) => row.area === area);
    return own.length > 0
      ? [Styled.lines([palette.heading(titles[area]), ...own.flatMap((row) => rowLines(row, width, palette))])]
      : [];
  });
  return Styled.join([Styled.join(groups, "\n"), `\n${summary(rows)}\n`]);
}

function rowLines({ fixed, found, fix, status }: FindingRow, width: number, palette: Palette): Styled[] {
  const paint = { ok: palette.good, note: palette.key, warning: palette.busy, error: palette.bad }[status];
  const isNarrow = width - INDENT < NARROW_TEXT;
  const indent = isNarrow ? NARROW_INDENT : INDENT;
  const lines = wrap(sanitizeLine(found), width - indent);
  if (fixed !== null) lines.push(...wrap(`fixed: ${sanitizeLine(fixed)}`, width - indent));
  else if (fix !== null) lines.push(...fixLines(sanitizeLine(fix), width - indent));
  const texts = lines.map((line) => Styled.line(`${" ".repeat(indent)}${line}`));
  const label = styled`  ${paint(status)}`;
  if (isNarrow) return [label, ...texts];
  const [first = "", ...more] = texts;
  return [styled`${label}${String(first).slice(2 + status.length)}`, ...more];
}

/** Parts of a next step that are not wrapped: words, and commands, so that they can be copied. */
const fixParts = /(?<=^|: )(?:printf .+|(?:browserctl|npm|sudo|unset|apt-get|dnf|brew) [^,;:]+[,;:]?)|\S+/g;

function fixLines(fix: string, width: number): string[] {
  return wrapWords(["fix:", ...(fix.match(fixParts) ?? [])], width);
}

/** `1 error, 2 warnings, 1 note, 14 ok`. */
export function summary(rows: readonly FindingRow[]): string {
  const counts = (["error", "warning", "note", "ok"] as const).map((status) => countText(rows, status));
  return counts.filter((text) => text !== "").join(", ");
}

function countText(rows: readonly FindingRow[], status: Status): string {
  const count = rows.filter((row) => row.status === status).length;
  if (count === 0) return "";
  return status === "ok" || count === 1 ? `${count} ${status}` : `${count} ${status}s`;
}
