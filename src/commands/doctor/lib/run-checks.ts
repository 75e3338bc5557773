import { untilAborted, withTimeLimit } from "../../../core/abort.ts";
import { CliError } from "../../../core/errors.ts";
import { areas, type Check, type Finding, failureOf, warning } from "./finding.ts";

/** Time limit of a check, in milliseconds. */
const LIMIT_MS = 5_000;

/**
 * Runs all checks at the same time, each within its limit, and gives their findings in the order of the checks. A check
 * that hangs or breaks is itself a finding.
 *
 * @param running receives the titles of the unfinished checks whenever one finishes
 */
export async function runChecks(
  checks: readonly Check[],
  signal: AbortSignal,
  running: (titles: readonly string[]) => void,
): Promise<Finding[]> {
  const open = new Set(checks);
  const findings = await Promise.all(
    checks.map(async (check) => {
      const found = await runCheck(check, signal);
      open.delete(check);
      running([...open].map(({ title }) => title));
      return found;
    }),
  );
  signal.throwIfAborted();
  return inOrder(findings.flat());
}

/** Sorts findings by area; within one they keep their order. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const place = ({ id }: Finding): number => areas.findIndex((area) => id.startsWith(`${area}.`));
  return [...findings].sort((one, other) => place(one) - place(other));
}

async function runCheck(
  { id, limitMs = LIMIT_MS, run, title }: Check,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const late = (): CliError => new CliError("timeout", `${title}: no answer within ${limitMs / 1_000} s`);
  try {
    return await withTimeLimit({ ms: limitMs, late, signals: [signal] }, (either) => untilAborted(run(either), either));
  } catch (error) {
    if (error instanceof CliError) return [failureOf(id, error)];
    // A broken check is only a warning, because the other checks tell more than its stack.
    return [warning(id, `${title} could not be checked: ${error instanceof Error ? error.message : String(error)}`)];
  }
}
