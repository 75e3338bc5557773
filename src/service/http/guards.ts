import type { IncomingMessage } from "node:http";
import { ApiError, badRequest } from "../api-error.ts";

/** Maximum length of a request target, in characters. assumed: the limit of other servers. */
const MAX_URL = 8_192;

/** Scheme and authority of a target in absolute form (RFC 9112, 3.2.2), as clients send it to a proxy. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;

/** Path and query of a request target in either form. */
export function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(ABSOLUTE, "");
  return rest === target || rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Web pages that may send a request: none, only the service's own pages, or these and clients that are not web pages.
 * Browsers name the origin of a WebSocket request and of a module request.
 */
export type OriginRule = "none" | "own" | "own-or-none";

/**
 * Rejects requests that a web page in the user's browser could send: a `Host`, or a target in absolute form, other than
 * this machine's own names with our port (DNS rebinding), and an `Origin` against the rule. Throws 403; 400 for two
 * `Host` headers, another protocol than HTTP/1.0 and HTTP/1.1, or a fragment; 414 for a target over {@link MAX_URL}.
 *
 * @param target the request target as it was sent
 */
export function checkRequest(
  { headers, httpVersion, rawHeaders }: IncomingMessage,
  target: string,
  port: number,
  origin: OriginRule = "none",
): void {
  // The parser treats a request line without a version as HTTP/0.9.
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    const text = "the request line must end with HTTP/1.1 or HTTP/1.0";
    throw new ApiError(400, "bad_request", text, { headers: { connection: "close" } });
  }
  if (target.includes("#")) throw badRequest("the request target has a fragment, which is never sent");
  const names = `127.0.0.1:${port}, localhost:${port} or [::1]:${port}`;
  if (headers.host === undefined) {
    throw new ApiError(403, "forbidden_host", `the Host header is missing; it must be ${names}`);
  }
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1) {
    throw badRequest("the request is not valid", [{ path: "Host", message: "is given more than once" }]);
  }
  if (!isOurHost(headers.host, port)) {
    const text = `the Host header must be ${names}, not ${JSON.stringify(headers.host)}`;
    throw new ApiError(403, "forbidden_host", text);
  }
  const [, scheme, authority] = ABSOLUTE.exec(target) ?? [];
  if (scheme !== undefined && !(scheme.toLowerCase() === "http" && isOurHost(authority, port))) {
    const text = `the address of the request must be at http:// and ${names}, not ${JSON.stringify(`${scheme}://${authority}`)}`;
    throw new ApiError(403, "forbidden_host", text);
  }
  checkOrigin(headers, origin);
  if (target.length > MAX_URL) {
    throw new ApiError(
      414,
      "uri_too_long",
      `the request target has ${target.length} characters; the limit is ${MAX_URL}`,
    );
  }
}

function isOurHost(host: string | undefined, port: number): boolean {
  const match = /^(127\.0\.0\.1|localhost|\[::1\])(?::(\d+))?$/i.exec(host ?? "");
  return match !== null && Number(match[2] ?? 80) === port;
}

function checkOrigin({ host, origin }: IncomingMessage["headers"], rule: OriginRule): void {
  if (rule === "none" && origin !== undefined) {
    throw new ApiError(403, "forbidden_origin", "requests of web pages are refused: there is an Origin header");
  }
  if (rule === "none" || (rule === "own-or-none" && origin === undefined)) return;
  const own = `http://${host}`;
  if (origin?.toLowerCase() === own.toLowerCase()) return;
  const text = `only the service's own pages may send this request: the Origin header must be ${own}`;
  throw new ApiError(403, "forbidden_origin", text);
}
