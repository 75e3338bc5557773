import type { NetError } from "../chromium/curl/net-errors.ts";

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

interface Details {
  readonly netError?: NetError;
  readonly origin?: string;
  readonly cause?: unknown;
}

/** Error of a login page. It ends in the record of a flow, not in an answer. Its message never holds a typed value. */
export class LoginError extends Error {
  override readonly name = "LoginError";
  readonly kind: LoginErrorKind;
  /** Network error of Chromium, of kind `unreachable`. */
  readonly netError: NetError | undefined;
  /** Origin of the frame that was refused, of kind `domain-not-allowed`. */
  readonly origin: string | undefined;

  constructor(kind: LoginErrorKind, message: string, { netError, origin, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.netError = netError;
    this.origin = origin;
  }
}
