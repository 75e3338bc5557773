import { CliError } from "../core/errors.ts";
import { answerProblems } from "./check-answer.ts";
import { MissingExample } from "./example-calls.ts";
import { type Answer, PreparationError } from "./example-service.ts";
import type { CheckResult } from "./report.ts";

/** Reason why an operation is skipped, thrown by its checks. */
export class Skipped extends Error {}

/** Collects the results of the checks of one operation. */
export class Recorder {
  readonly results: CheckResult[] = [];
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Runs one check, which returns its differences. A failure of the check itself is a difference too. Throws
   * {@link Skipped}, and the reason of an interruption.
   */
  async check(name: string, work: () => Promise<readonly string[]>): Promise<boolean> {
    this.#signal.throwIfAborted();
    let problems: readonly string[];
    try {
      problems = await work();
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof Skipped) throw error;
      if (error instanceof MissingExample) throw new Skipped(error.message);
      if (error instanceof PreparationError && error.status === 501) throw new Skipped(`needs ${error.message}`);
      problems = [failureText(error)];
    }
    const reason = [...new Set(problems)].join("; ");
    this.results.push(
      problems.length === 0 ? { check: name, outcome: "passed" } : { check: name, outcome: "failed", reason },
    );
    return problems.length === 0;
  }

  skip(check: string, reason: string): void {
    this.results.push({ check, outcome: "skipped", reason });
  }
}

function failureText(error: unknown): string {
  if (error instanceof PreparationError) return `preparation: ${error.message}`;
  if (error instanceof CliError) return `no answer: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/** Throws {@link Skipped} for an answer by which the service says that it does not have the operation. */
export function requireSupport({ body, status }: Pick<Answer, "body" | "status">): void {
  if (status === 501) throw new Skipped(`unsupported: ${String(body?.message ?? "501")}`);
}

/** Differences of an answer that must refuse a request with a status; `codes` are those that a local service may give. */
export function refusalProblems(
  method: string,
  path: string,
  answer: Answer,
  statuses: readonly number[],
): readonly string[] {
  requireSupport(answer);
  if (!statuses.includes(answer.status)) return [`status ${answer.status}, not ${statuses.join(" or ")}`];
  return answerProblems(method, path, answer);
}
