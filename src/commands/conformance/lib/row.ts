import { countOf, type OperationResult, outcomeOf } from "../../../conformance/report.ts";

/** Line of the report of an operation. */
export interface ConformanceRow {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly outcome: "failed" | "passed" | "skipped";
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Differences of all checks, or why the operation was skipped. */
  readonly reason: string | null;
  readonly checks: readonly { readonly check: string; readonly outcome: string; readonly reason: string | null }[];
  readonly duration_ms: number;
}

export function rowOf(result: OperationResult): ConformanceRow {
  const { checks, durationMs, method, operation, path } = result;
  const outcome = outcomeOf(result);
  const told = checks.filter((each) => each.outcome === (outcome === "failed" ? "failed" : "skipped"));
  const reasons = told.map(({ check, reason = "" }) => (check === "all" ? reason : `${check}: ${reason}`));
  return {
    operation,
    method,
    path,
    outcome,
    passed: countOf(result, "passed"),
    failed: countOf(result, "failed"),
    skipped: countOf(result, "skipped"),
    reason: reasons.length === 0 ? null : reasons.join("; "),
    checks: checks.map((each) => ({ ...each, reason: each.reason ?? null })),
    duration_ms: Math.round(durationMs),
  };
}
