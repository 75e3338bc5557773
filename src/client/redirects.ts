import { commandLine } from "../core/command-line.ts";
import { CliError } from "../core/errors.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import type { ApiResponse, RawRequest } from "./request.ts";

/** Maximum number of redirects that are followed. */
const MAX_REDIRECTS = 5;

const redirects = new Set([301, 302, 303, 307, 308]);

/** True when a response points to another address. */
export function isRedirect({ status }: ApiResponse): boolean {
  return redirects.has(status);
}

/**
 * The address a redirect leads to. Only GET and HEAD are redirected, only within their origin, and at most {@link
 * MAX_REDIRECTS} times: everything else is exit 1, `unexpected_redirect`, which names both origins. A proxy's login
 * page must not count as an answer, and no body or token may go to another origin.
 *
 * @param followed redirects followed before this one
 */
export function redirectTarget(request: RawRequest, response: ApiResponse, followed: number): URL {
  const location = response.headers.get("location");
  const target = location === null ? null : URL.parse(location, request.url);
  const fail = (why: string, hint?: string): CliError => refusal(request, response.status, target, why, hint);
  if (target === null) throw fail(location === null ? "it does not say where to" : "the address is not a valid URL");
  if (target.origin !== request.url.origin || target.origin === "null") {
    throw fail("redirects to another origin are not followed", upgradeHint(request.url, target));
  }
  if (target.username !== "" || target.password !== "") throw fail("its address holds a user name or a password");
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw fail(`only GET and HEAD follow redirects, not ${request.method}`);
  }
  if (followed >= MAX_REDIRECTS) throw fail(`at most ${MAX_REDIRECTS} redirects in a row are followed`);
  target.hash = "";
  return target;
}

function refusal(
  { url }: RawRequest,
  status: number,
  target: URL | null,
  why: string,
  hint = "check the base URL: browserctl config explain",
): CliError {
  const from = originOf(url);
  const to = target === null ? undefined : originOf(target);
  const where = to === undefined ? "" : ` to ${to}`;
  return new CliError("failed", `${from} answered ${status} with a redirect${where}: ${why}`, {
    code: "unexpected_redirect",
    httpStatus: status,
    hint,
    extra: { from, ...(to !== undefined && { to }) },
  });
}

/** Scheme, host and port, without path and credentials. Only the scheme if there is no host. */
function originOf(url: URL): string {
  const origin = url.origin === "null" ? url.protocol : url.origin;
  return sanitizeLine(origin.length > 300 ? `${origin.slice(0, 300)}...` : origin);
}

/** Hint for the usual redirect from http to https of the same host. */
function upgradeHint(from: URL, to: URL): string | undefined {
  if (from.protocol !== "http:" || to.protocol !== "https:" || from.hostname !== to.hostname) return undefined;
  return `the base URL has to begin with https: ${commandLine`login --base-url ${to.origin}`}`;
}
