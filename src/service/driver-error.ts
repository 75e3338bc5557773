import type { InputProblem } from "../contract/problems.ts";

export interface DriverErrorOptions {
  /** Problems of the input, by field; empty where no field is at fault. */
  problems?: readonly InputProblem[] | undefined;
  cause?: unknown;
}

/**
 * Error of a driver, with a kind and a message for the user. Independent of HTTP: the handlers map each kind to a
 * status and a code.
 */
export class DriverError<Kind extends string = string> extends Error {
  override readonly name: string = "DriverError";
  readonly kind: Kind;
  readonly problems: readonly InputProblem[];
  constructor(kind: Kind, message: string, { problems = [], cause }: DriverErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.problems = problems;
  }
}
