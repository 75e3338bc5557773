import type { NetError } from "../../chromium/curl/net-errors.ts";
import type { RedactedText } from "../values/known-values.ts";

/**
 * Kinds of failures of a login flow; they become the `error_code` of a flow.
 *
 * - `browser_session_terminated`: the page or its browser was closed, or has crashed. - `credentials_invalid`: the
 * website refused the values. - `domain_not_allowed`: a value would reach a domain that is not allowed, or an
 * unencrypted connection. - `input_required`: the website asks for something that is not stored, and nobody can be
 * asked. - `login_failed`: the flow did not reach an end that it can prove. - `login_page_unreachable`: the address
 * could not be loaded; `netError` says why. - `no_login_form`: no page with a login form was found. -
 * `unsupported_auth_method`: the login needs a step outside the browser, and nobody can be asked; or it is one by HTTP
 * authentication.
 */
export type LoginFlowErrorKind =
  | "browser_session_terminated"
  | "credentials_invalid"
  | "domain_not_allowed"
  | "input_required"
  | "login_failed"
  | "login_page_unreachable"
  | "no_login_form"
  | "unsupported_auth_method";

interface Details {
  /** Visible error of the website. */
  readonly websiteError?: RedactedText | undefined;
  /** Network error of Chromium, for kind `login_page_unreachable`. */
  readonly netError?: NetError | undefined;
  readonly cause?: unknown;
}

/** Failure of a login flow, for its record. Its message never contains a value of the login. */
export class LoginFlowError extends Error {
  override readonly name = "LoginFlowError";
  readonly kind: LoginFlowErrorKind;
  readonly websiteError: RedactedText | undefined;
  readonly netError: NetError | undefined;

  constructor(kind: LoginFlowErrorKind, message: string, { websiteError, netError, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.websiteError = websiteError;
    this.netError = netError;
  }
}
