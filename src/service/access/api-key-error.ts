import { DriverError } from "../driver-error.ts";

/**
 * Kinds of failures of an API key.
 *
 * - `current`: the request would delete the key that it was sent with.
 * - `forbidden`: the calling token may not do this.
 * - `replaced`: the key was rotated already.
 * - `start-up`: the key belongs to the local service itself.
 */
export type ApiKeyErrorKind = "current" | "forbidden" | "invalid" | "not-found" | "replaced" | "start-up";

/** Error of an operation on API keys. */
export class ApiKeyError extends DriverError<ApiKeyErrorKind> {
  override readonly name = "ApiKeyError";
}
