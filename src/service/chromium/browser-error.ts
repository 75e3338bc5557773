import type { InputProblem } from "../../contract/problems.ts";
import { DriverError, type DriverErrorOptions } from "../driver-error.ts";
import { type NetError, netErrorOf } from "./curl/net-errors.ts";

/**
 * Kinds of failures of a browser or one of its pages.
 *
 * - `input-not-answered`: the page does not respond, and part of the input may have taken effect.
 * - `page-not-responding`: nothing was changed.
 */
export type BrowserErrorKind =
  | "clipboard-not-responding"
  | "dialog-open"
  | "input-not-answered"
  | "invalid"
  | "network"
  | "page-closed"
  | "page-crashed"
  | "page-not-responding"
  | "picker-open"
  | "response-too-large";

/** Error of a browser or of one of its pages. */
export class BrowserError extends DriverError<BrowserErrorKind> {
  override readonly name: string = "BrowserError";

  /** Error for invalid input; names each field. */
  static invalid(message: string, problems: readonly InputProblem[]): BrowserError {
    return new BrowserError("invalid", message, { problems });
  }
}

/** Error for a server that could not be reached or closed the connection (spec 4.4, 7). */
export class NetworkError extends BrowserError {
  override readonly name = "NetworkError";
  readonly netError: NetError;

  /**
   * @param url only its origin is shown, because the rest may contain secrets
   * @param errorText Chromium's own text, such as `net::ERR_CONNECTION_RESET`
   */
  constructor(url: string, errorText: string, why?: string, options: DriverErrorOptions = {}) {
    const error = netErrorOf(errorText);
    const reason = why === undefined ? error.name : `${error.name}, ${why}`;
    super("network", `the request to "${new URL(url).origin}" failed: ${reason}`, options);
    this.netError = error;
  }
}
