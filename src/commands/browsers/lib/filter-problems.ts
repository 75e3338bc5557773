import type { Problem } from "../../../core/errors.ts";
import { sinceTimestamp } from "../../../core/timestamp.ts";
import { patternOf } from "../../../page-agent/snapshot/find-texts.ts";

/** Problem of a text that is meant as a pattern between slashes and is not a valid one. */
export function patternProblems(path: string, text: string | undefined): Problem[] {
  if (text === undefined) return [];
  try {
    patternOf(text);
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : "is not a valid pattern" }];
  }
}

/** Problem of a `--since` that is neither a duration nor a time. */
export function sinceProblems(since: string | undefined): Problem[] {
  if (since === undefined || sinceTimestamp(since, performance.timeOrigin + performance.now()) !== undefined) return [];
  const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${since}"`;
  return [{ path: "--since", message }];
}
