import type { ErrorCode } from "../../contract/errors.ts";
import { ApiError, badRequest, type ErrorDetail } from "../api-error.ts";
import { ClientGoneError } from "./client-gone.ts";

/** HTTP response for an error. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown> & { code: ErrorCode };
  /** True for an internal failure, which is logged. */
  unexpected: boolean;
}

export interface AnswerOptions {
  readonly bodyLimit?: number | undefined;
  readonly ofOrganization?: boolean;
}

/**
 * Converts any thrown value to the API's error body (spec 7); unknown errors become 500 `internal_error`. `bodyLimit`
 * is the route's, in bytes. Only a caller with a key of the organization gets facts of the machine.
 */
export function errorAnswer(error: unknown, { bodyLimit, ofOrganization = false }: AnswerOptions = {}): ErrorAnswer {
  const known = error instanceof ApiError ? error : (clientGoneAnswer(error) ?? fromFramework(error, bodyLimit));
  const { status, code, message, options } = known ?? internalError();
  const { details, innerError, withMachine } = options;
  return {
    status,
    headers: options.headers ?? {},
    body: {
      code,
      message: shortened((ofOrganization ? withMachine : undefined) ?? message),
      ...(details?.length && { details: boundedDetails(details) }),
      ...(innerError && { inner_error: { ...innerError, message: shortened(innerError.message) } }),
      ...options.extra,
    },
    unexpected: known === undefined,
  };
}

/** Maximum size of the JSON text of all details, in bytes; keeps the whole body below 64 KiB. */
const MAX_DETAILS_BYTES = 40 * 1_024;
/** Maximum length of a message, in characters of up to 6 bytes each. */
const MAX_MESSAGE_LENGTH = 2_000;

/** The first details that fit, then an entry that counts the rest. */
function boundedDetails(details: readonly ErrorDetail[]): ErrorDetail[] {
  const kept: ErrorDetail[] = [];
  let left = MAX_DETAILS_BYTES;
  for (const { code, message } of details) {
    const detail = { code, message: shortened(message) };
    left -= Buffer.byteLength(JSON.stringify(detail)) + 1;
    if (left < 0) break;
    kept.push(detail);
  }
  const more = details.length - kept.length;
  const code = details[kept.length]?.code ?? "invalid_input";
  return more === 0 ? kept : [...kept, { code, message: `body: ${more} more problems are not listed` }];
}

function shortened(text: string): string {
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}...` : text;
}

function internalError(): ApiError {
  // The text of an unknown error may contain secrets; it goes to the log only.
  return new ApiError(500, "internal_error", "the local service failed; `browserctl local logs` says why");
}

/** Error for a client that disconnected. It is never read; the log shows the status. */
function clientGoneAnswer(error: unknown): ApiError | undefined {
  return error instanceof ClientGoneError ? new ApiError(499, "client_gone", error.message) : undefined;
}

function bodyTooLarge(limit: number | undefined): string {
  const named = limit === undefined ? "this operation accepts" : `${limit} bytes, the limit of this operation`;
  return `the body is larger than ${named}`;
}

/** Errors that Fastify raises before a handler runs. */
function fromFramework(error: unknown, bodyLimit: number | undefined): ApiError | undefined {
  const { code, statusCode, message } = (error ?? {}) as { code?: string; statusCode?: number; message?: string };
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new ApiError(413, "payload_too_large", bodyTooLarge(bodyLimit));
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return badRequest("the body must be JSON", [
        { path: "Content-Type", message: "must be application/json where there is a body" },
      ]);
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return badRequest("the body is shorter or longer than Content-Length says");
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new ApiError(414, "uri_too_long", "a part of the path is longer than any name or id");
    case "FST_ERR_BAD_URL":
    case "FST_ERR_INVALID_URL":
      return badRequest("the path is not valid: a percent-encoding in it is broken");
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? badRequest(message ?? "the request is not valid")
        : undefined;
  }
}
