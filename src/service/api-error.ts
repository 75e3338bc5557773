/** One entry of an error's `details` (spec 7). `message` begins with the field's path. */
export interface ErrorDetail {
  code: string;
  message: string;
}

export interface ApiErrorOptions {
  details?: ErrorDetail[] | undefined;
  innerError?: ErrorDetail | undefined;
  /** Response headers beside the body, such as `x-should-retry` (contract 0.13). */
  headers?: Record<string, string> | undefined;
  /** Members of the body beside the common ones, such as `net_error`. */
  extra?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/**
 * What a handler throws to answer with the API's error body (spec 7): an HTTP status, a machine-readable code and
 * a message for a person.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly options: ApiErrorOptions;
  constructor(status: number, code: string, message: string, options: ApiErrorOptions = {}) {
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
