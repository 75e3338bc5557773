import type { NetError } from "../chromium/curl/net-errors.ts";
import { DriverError, type DriverErrorOptions } from "../driver-error.ts";

/**
 * Kinds of failures of a login page. Failures of the browser or the page itself are `BrowserError`.
 *
 * - `domain-not-allowed`: the control stands in a frame of an origin that is refused; nothing was typed or pressed.
 * - `control-gone`: the page has no control with that ref any more; nothing was typed or pressed.
 * - `invalid-value`: the value has a control character or is too long; nothing was typed.
 * - `not-fillable`: the page did not keep the value.
 * - `unreachable`: the address could not be loaded; `netError` says why.
 */
export type LoginErrorKind = "control-gone" | "domain-not-allowed" | "invalid-value" | "not-fillable" | "unreachable";

/** Error of a login page. Its message never holds a value that was typed. */
export class LoginError extends DriverError<LoginErrorKind> {
  override readonly name = "LoginError";
  /** Network error of Chromium, of kind `unreachable`. */
  readonly netError: NetError | undefined;
  /** Origin of the frame that was refused, of kind `domain-not-allowed`. */
  readonly origin: string | undefined;

  constructor(
    kind: LoginErrorKind,
    message: string,
    { netError, origin, ...options }: DriverErrorOptions & { netError?: NetError; origin?: string } = {},
  ) {
    super(kind, message, options);
    this.netError = netError;
    this.origin = origin;
  }
}
