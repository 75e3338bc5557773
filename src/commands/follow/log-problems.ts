import type { CommandContext } from "../../cli/context.ts";
import type { Problem } from "../../core/errors.ts";
import { sinceTimestamp } from "../../core/timestamp.ts";

/** What is wrong with the flags that every command has which prints a log. */
export function logProblems({ globals, request }: CommandContext): Problem[] {
  const problems: Problem[] = [];
  if (globals.output !== "text" && globals.output !== "jsonl") {
    problems.push({ path: "--output", message: `must be jsonl, not ${globals.output}: a log is lines` });
  }
  const since = request.query["since"] as string | undefined;
  if (since !== undefined && sinceTimestamp(since, performance.timeOrigin) === undefined) {
    const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${since}"`;
    problems.push({ path: "--since", message });
  }
  return problems;
}
