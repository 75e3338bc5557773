import { wrap } from "../../cli/help-text.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import type { Palette } from "../../render/palette.ts";
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

/** Findings for a terminal, grouped by area, with a summary. */
export function reportText(rows: readonly FindingRow[], width: number, palette: Palette): string {
  const groups = areas.flatMap((area) => {
    const own = rows.filter((row) => row.area === area);
    return own.length > 0
      ? [`${palette.heading(titles[area])}\n${own.map((row) => rowText(row, width, palette)).join("")}`]
      : [];
  });
  return `${groups.join("\n")}\n${summary(rows)}\n`;
}

function rowText({ fixed, found, fix, status }: FindingRow, width: number, palette: Palette): string {
  const paint = { ok: palette.good, note: palette.key, warning: palette.busy, error: palette.bad }[status];
  const columns = Math.max(20, width - INDENT);
  const lines = wrap(sanitizeLine(found), columns);
  if (fixed !== null) lines.push(...wrap(`fixed: ${sanitizeLine(fixed)}`, columns));
  // A command stays in one line, so that it can be copied.
  else if (fix !== null) lines.push(`fix: ${sanitizeLine(fix)}`);
  const [head = "", ...others] = lines;
  const label = `  ${paint(status)}${" ".repeat(INDENT - 2 - status.length)}`;
  return [`${label}${head}`, ...others.map((line) => `${" ".repeat(INDENT)}${line}`)]
    .map((line) => `${line}\n`)
    .join("");
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
