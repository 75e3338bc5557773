import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "../api-error.ts";

/** The longest request target, in characters. assumed: what other servers take. */
export const URL_LIMIT = 8_192;

/**
 * Refuses what a page in somebody's browser could send here: a `Host` other than this machine's own names with our port
 * (DNS rebinding), and any `Origin`. Throws 403, and 414 for a target over {@link URL_LIMIT}.
 */
export function checkRequest(headers: IncomingHttpHeaders, url: string, port: number): void {
  if (!isOurHost(headers.host, port)) {
    throw new ApiError(
      403,
      "forbidden_host",
      `the Host header must be 127.0.0.1:${port}, localhost:${port} or [::1]:${port}, not ${JSON.stringify(headers.host ?? "")}`,
    );
  }
  if (headers.origin !== undefined) {
    throw new ApiError(403, "forbidden_origin", "requests of web pages are refused: there is an Origin header");
  }
  if (url.length > URL_LIMIT) {
    throw new ApiError(
      414,
      "uri_too_long",
      `the request target has ${url.length} characters; the limit is ${URL_LIMIT}`,
    );
  }
}

function isOurHost(host: string | undefined, port: number): boolean {
  const match = /^(127\.0\.0\.1|localhost|\[::1\])(?::(\d+))?$/i.exec(host ?? "");
  return match !== null && Number(match[2] ?? 80) === port;
}
