import stringWidth from "string-width";

/** Steps in the order of the report. */
export const stepNames = ["shown", "right", "wrong", "corrected", "check", "revoked", "renewal", "by hand"] as const;

export type StepName = (typeof stepNames)[number];

/** Results of one application. */
export interface Row {
  readonly name: string;
  readonly kind: string;
  readonly steps: Partial<Record<StepName, string>>;
  /** Duration of a login by the engine, in an empty profile. */
  seconds?: number;
  /** Duration of the same login by a script that knows the page. */
  byHandSeconds?: number;
}

const HEADINGS = ["application", "kind", ...stepNames, "seconds", "seconds by hand"];

/** Table of all results. */
export function reportOf(rows: readonly Row[]): string {
  const cells = rows.map(({ name, kind, steps, seconds, byHandSeconds }) => [
    ...[name, kind, ...stepNames.map((step) => steps[step] ?? "-")],
    ...[seconds, byHandSeconds].map((each) => each?.toFixed(1) ?? "-"),
  ]);
  const all = [HEADINGS, ...cells];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => stringWidth(row[column] ?? ""))));
  const padded = (text: string, width: number): string => text + " ".repeat(width - stringWidth(text));
  return all
    .map((row) =>
      row
        .map((text, column) => padded(text, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
