import type { NetError } from "../../chromium/curl/net-errors.ts";

/**
 * Kinds of failures of a login page. Failures of the browser or the page itself are `BrowserError`.
 *
 * - `domain-not-allowed`: a value would get where it may not; `refused` says where and how. Nothing was typed or pressed, or
 *   the request that carried the value was stopped.
 * - `control-gone`: the page has no control with that ref any more; nothing was typed or pressed.
 * - `invalid-value`: the value has a control character or is too long; nothing was typed.
 * - `not-fillable`: the page did not keep the value.
 * - `unreachable`: the address could not be loaded; `netError` says why.
 */
export type LoginErrorKind = "control-gone" | "domain-not-allowed" | "invalid-value" | "not-fillable" | "unreachable";

/** Way of a value to an address that is refused. */
export interface RefusedWay {
  readonly address: string;
  /**
   * `frame`: the field, or a frame around it, stands there. `form`: its form is sent there. `request`: a request carried a
   * value there and was stopped. `socket`: a WebSocket sent a value there, which nothing stops.
   */
  readonly by: "frame" | "form" | "request" | "socket";
}

interface Details {
  readonly netError?: NetError;
  readonly refused?: RefusedWay;
  readonly cause?: unknown;
}

/** Error of a login page. It ends in the record of a flow, not in an answer. Its message never holds a typed value. */
export class LoginError extends Error {
  override readonly name = "LoginError";
  readonly kind: LoginErrorKind;
  /** Network error of Chromium, of kind `unreachable`. */
  readonly netError: NetError | undefined;
  /** Of kind `domain-not-allowed`. */
  readonly refused: RefusedWay | undefined;

  constructor(kind: LoginErrorKind, message: string, { netError, refused, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.netError = netError;
    this.refused = refused;
  }
}
