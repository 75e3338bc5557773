import type { Problem } from "../../../../core/errors.ts";

interface Given {
  readonly flags: {
    readonly telemetry: boolean | undefined;
    readonly telemetryCategory: object | undefined;
  };
}

/** Problems of typed settings that exclude each other (spec 2.3). */
export function settingsProblems({ flags }: Given): Problem[] {
  const problems: Problem[] = [];
  if (flags.telemetry === false && flags.telemetryCategory) {
    problems.push({ path: "--telemetry-category", message: "cannot be used together with --telemetry off" });
  }
  return problems;
}
