import { CliError } from "../../core/errors.ts";
import { count } from "../../render/sentence.ts";

export interface Outcomes {
  /** Names of all requested things, as typed or shown. */
  readonly all: readonly string[];
  readonly failures: ReadonlyMap<string, CliError>;
  /** Kind of the things: `session`. */
  readonly noun: string;
  /** Past participle of what was done: `ended`. */
  readonly done: string;
}

/**
 * Error of a command that failed for some of several things; it names the finished ones and each failure. With a single
 * thing, the error is its own. The exit code is that of the first failure.
 */
export function partialFailure({ all, failures, noun, done }: Outcomes): CliError {
  const [first] = failures.values();
  if (!first) throw new Error("nothing has failed");
  if (all.length === 1) return first;
  const finished = all.filter((each) => !failures.has(each));
  const others = finished.length === 0 ? "" : `; ${done}: ${finished.join(", ")}`;
  const message = `${count(failures.size, noun)} of ${all.length} could not be ${done}${others}`;
  return new CliError(first.exit, message, {
    code: first.options.code,
    details: failureDetails(failures),
    extra: { [done]: finished, failed: [...failures.keys()] },
  });
}

/** Code and message of each failure; a message that does not name its thing gets the name in front. */
export function failureDetails(failures: ReadonlyMap<string, CliError>): { code: string; message: string }[] {
  return [...failures].map(([name, { code, message }]) => ({
    code,
    message: message.includes(name) ? message : `${name}: ${message}`,
  }));
}
