import { ApiError } from "../../api-error.ts";
import { type NetError, netErrorOf } from "./net-errors.ts";

/**
 * 502 `network_error`: the target could not be reached, or broke off (spec 4.4, 7). The body carries `net_error` and
 * `net_error_name`; clients are told not to repeat it, because they repeat 5xx by themselves.
 *
 * assumed: the status; the specification does not show it.
 * @param url only its origin is shown, for the rest may hold secrets.
 */
export function networkFailure(url: string, errorText: string, why?: string): ApiError {
  const error: NetError = netErrorOf(errorText);
  const reason = why === undefined ? error.name : `${error.name}, ${why}`;
  return new ApiError(502, "network_error", `the request to "${new URL(url).origin}" failed: ${reason}`, {
    extra: { net_error: error.number, net_error_name: error.name },
    headers: { "x-should-retry": "false" },
  });
}
