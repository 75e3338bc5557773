import type { NetError } from "../../chromium/curl/net-errors.ts";

/**
 * Kinds of failures of a login page. Failures of the browser or the page itself are `BrowserError`.
 *
 * - `domain-not-allowed`: a value would reach an address that is not allowed; `refused` says where and how. Nothing was
 * typed or pressed, or the request with the value was stopped. - `control-gone`: the page no longer has a control with
 * that ref; nothing was typed or pressed. - `invalid-value`: the value has a control character or is too long; nothing
 * was typed. - `not-fillable`: the page did not keep the value. - `unreachable`: the address could not be loaded;
 * `netError` says why. - `http-authentication`: the website asks by HTTP authentication, in a window of the browser.
 */
export type LoginErrorKind =
  | "control-gone"
  | "domain-not-allowed"
  | "http-authentication"
  | "invalid-value"
  | "not-fillable"
  | "unreachable";

/** Way in which a value would reach an address that is not allowed. */
export interface RefusedWay {
  readonly address: string;
  /**
   * `frame`: the address of the field's frame, or of a frame around it. `form`: the target of its form. `request`: a
   * request to it carried the value and was stopped. `socket`: a WebSocket sent the value to it, which cannot be
   * stopped.
   */
  readonly by: "frame" | "form" | "request" | "socket";
}

interface Details {
  readonly netError?: NetError;
  readonly refused?: RefusedWay;
  readonly cause?: unknown;
}

/**
 * Error of a login page. It appears in the record of a flow, not in an answer. Its message never contains a typed
 * value.
 */
export class LoginError extends Error {
  override readonly name = "LoginError";
  readonly kind: LoginErrorKind;
  /** Network error of Chromium, for kind `unreachable`. */
  readonly netError: NetError | undefined;
  /** For kind `domain-not-allowed`. */
  readonly refused: RefusedWay | undefined;

  constructor(kind: LoginErrorKind, message: string, { netError, refused, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.netError = netError;
    this.refused = refused;
  }
}
