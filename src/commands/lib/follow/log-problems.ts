import type { Problem } from "../../../core/errors.ts";
import { sinceTimestamp } from "../../../core/timestamp.ts";
import type { OutputFormat } from "../../../settings/model.ts";

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

/** Problems with the flags of every command that prints a log. */
export function logProblems(output: OutputFormat, since: string | undefined): Problem[] {
  const problems: Problem[] = [];
  if (output !== "text" && output !== "jsonl") {
    problems.push({ path: "--output", message: `must be jsonl, not ${output}: a log is lines` });
  }
  if (since !== undefined && sinceTimestamp(since, performance.timeOrigin) === undefined) {
    const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${since}"`;
    problems.push({ path: "--since", message });
  }
  return problems;
}
