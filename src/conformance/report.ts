export type CheckOutcome = "failed" | "passed" | "skipped";

/** Result of one check of an operation. */
export interface CheckResult {
  readonly check: string;
  readonly outcome: CheckOutcome;
  /** Differences from the declaration, or the reason of a skipped check. */
  readonly reason?: string;
}

/** Results of an operation. */
export interface OperationResult {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly durationMs: number;
  readonly checks: readonly CheckResult[];
}

/** Number of checks with an outcome. */
export function countOf({ checks }: Pick<OperationResult, "checks">, outcome: CheckOutcome): number {
  return checks.filter((each) => each.outcome === outcome).length;
}

/** Outcome of an operation: failed if one check failed, skipped if none ran. */
export function outcomeOf(result: Pick<OperationResult, "checks">): CheckOutcome {
  if (countOf(result, "failed") > 0) return "failed";
  return countOf(result, "passed") > 0 ? "passed" : "skipped";
}
