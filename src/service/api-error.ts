import type { DetailCode } from "../contract/detail-codes.ts";
import type { ErrorCode, StatusOf } from "../contract/errors.ts";

/** One entry of an error's `details` (spec 7). `message` begins with the field's path. */
export interface ErrorDetail {
  code: DetailCode;
  message: string;
}

export interface ApiErrorOptions {
  details?: ErrorDetail[] | undefined;
  innerError?: ErrorDetail | undefined;
  /** Response headers other than the body's, such as `x-should-retry` (contract 0.13). */
  headers?: Record<string, string> | undefined;
  /** Members of the body in addition to the common ones, such as `net_error`. */
  extra?: Record<string, unknown> | undefined;
  /** Message with paths and other facts of the machine, shown to a key of the organization in place of `message`. */
  withMachine?: string | undefined;
  cause?: unknown;
}

/**
 * Error that answers a request with the API's error body (spec 7): a code of the table `errorCodes`, its HTTP status
 * and a message for a person.
 */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";
  readonly status: StatusOf<Code>;
  readonly code: Code;
  readonly options: ApiErrorOptions;
  constructor(status: StatusOf<Code>, code: Code, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.options = options;
  }
}

/** 400 `bad_request`; every problem is an `invalid_input` detail whose message begins with the field's path. */
export function badRequest(message: string, problems: readonly { path: string; message: string }[] = []): ApiError {
  return new ApiError(400, "bad_request", message, {
    details: problems.map((problem) => ({ code: "invalid_input", message: `${problem.path}: ${problem.message}` })),
  });
}

/** 404 `not_found`: a path id that does not exist. */
export function notFound(message: string): ApiError {
  return new ApiError(404, "not_found", message);
}
