import { getSystemErrorMessage } from "node:util";
import type { DetailCode } from "../contract/detail-codes.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { InputProblem } from "../contract/problems.ts";

export interface DriverErrorOptions {
  /** Problems of the input, by field; empty where no field is at fault. */
  problems?: readonly InputProblem[] | undefined;
  /** Message with facts of the machine, such as paths and the output of its programs. */
  withMachine?: string | undefined;
  cause?: unknown;
}

/**
 * Error of a driver, with a kind and a message for the user. Independent of HTTP: the handlers map each kind to a code,
 * which has its status. The message has no facts of the machine, because it reaches keys of one project and records;
 * `withMachine` replaces it for a key of the organization.
 */
export class DriverError<Kind extends string = string> extends Error {
  override readonly name: string = "DriverError";
  readonly kind: Kind;
  readonly problems: readonly InputProblem[];
  readonly withMachine: string | undefined;
  constructor(kind: Kind, message: string, { problems = [], withMachine, cause }: DriverErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.problems = problems;
    this.withMachine = withMachine;
  }

  /** Copy of this error, of the same class and kind, with another message and other problems. */
  reworded(message: string, problems: readonly InputProblem[]): this {
    const copy = new Error(message, this.cause === undefined ? undefined : { cause: this.cause });
    // The constructor of a subclass may take different arguments.
    return Object.assign(Object.setPrototypeOf(copy, Object.getPrototypeOf(this)), this, {
      problems,
      withMachine: undefined,
    });
  }
}

/** Text of an error for a record or for the message of another error; for a system error without its path. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return typeof errno === "number" && errno < 0 ? getSystemErrorMessage(errno) : message;
}

/** API error for one kind of driver error; the status follows from the code. */
export interface Answer {
  readonly code: ErrorCode;
  /** Code of the detail of each field problem; `invalid_input` when omitted. */
  readonly detail?: DetailCode;
  /** False for an error that is not retryable: a repeated request would fail again or act twice (contract 0.13). */
  readonly retry?: false;
  /** Seconds until a retry is useful (`Retry-After`). */
  readonly retryAfterSeconds?: number;
}

export type Answers<Kind extends string> = Readonly<Record<Kind, Answer>>;

/** Error of a resource of the API, which declares the code of each of its kinds itself. */
export abstract class AnsweredError<Kind extends string = string> extends DriverError<Kind> {
  abstract get answer(): Answer;
}
