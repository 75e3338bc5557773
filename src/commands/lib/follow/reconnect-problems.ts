import type { Problem } from "../../../core/errors.ts";

interface Given {
  readonly maxReconnects: number | undefined;
  readonly idleTimeout: number | undefined;
}

/** Problems with the flags of reconnections. */
export function reconnectProblems({ maxReconnects, idleTimeout }: Given): Problem[] {
  const problems: Problem[] = [];
  if (maxReconnects !== undefined && maxReconnects < 0) {
    problems.push({ path: "--max-reconnects", message: `must be 0 or more, not ${maxReconnects}` });
  }
  if (idleTimeout === 0) problems.push({ path: "--idle-timeout", message: "must be more than 0" });
  return problems;
}
