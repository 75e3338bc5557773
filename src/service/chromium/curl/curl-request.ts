import { table } from "../../../core/table.ts";
import { BrowserError } from "../browser-error.ts";

export type CurlMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** The request body of POST /browsers/{id}/curl (spec 4.4, contract 1.4). */
export interface CurlInput {
  /** Target, http or https. User and password in it answer a Basic or Digest challenge. */
  url: string;
  /** Default GET. */
  method?: CurlMethod | undefined;
  /** Override the browser's own headers; names are case-insensitive. */
  headers?: Record<string, string> | undefined;
  /** Sent as UTF-8; with POST, PUT and PATCH only. */
  body?: string | undefined;
  /** Default `utf8`. */
  response_encoding?: "utf8" | "base64" | undefined;
  /** Time limit of the request, including its wait for a tab: 1000 to 60000 milliseconds, default 30000. */
  timeout_ms?: number | undefined;
}

/** Validated request, in the form that a tab sends. */
export interface CurlRequest {
  /** Absolute, without fragment. */
  url: string;
  method: CurlMethod;
  headers: readonly [name: string, value: string][];
  body: Buffer | undefined;
}

interface Problem {
  path: string;
  message: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Request headers that Chromium 156 refuses ("Unsafe header"), in addition to every name that begins with `proxy-`. */
const REFUSED: ReadonlySet<string> = new Set([
  "content-length",
  "cookie2",
  "host",
  "keep-alive",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that Chromium silently replaces by its own value in a navigation that a person started. */
const FIXED = table<string>({
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
  "sec-fetch-user": "?1",
});

/**
 * Checks the rules that a schema cannot express, and returns the request in the form that a tab sends (spec 4.4).
 *
 * Throws a {@link BrowserError} `invalid` with every problem at once: a URL that is not http or https, a body with a
 * method that does not send one (assumed: refused rather than dropped), a header that is malformed, given twice or
 * reserved for the browser.
 */
export function checkCurlRequest(input: CurlInput): CurlRequest {
  const problems: Problem[] = [];
  const method = input.method ?? "GET";
  const url = URL.parse(input.url);
  if (!url) problems.push({ path: "url", message: "is not an absolute URL" });
  else if (url.protocol !== "http:" && url.protocol !== "https:")
    problems.push({ path: "url", message: `is "${url.protocol}", only http and https can be requested` });
  const body = input.body ? Buffer.from(input.body) : undefined;
  if (body && !WITH_BODY.has(method))
    problems.push({ path: "body", message: `cannot be sent with ${method}, only with POST, PUT or PATCH` });
  const headers = Object.entries(input.headers ?? {});
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const message = seen.has(lower) ? "is given twice" : headerProblem(name, lower, value);
    seen.add(lower);
    if (message) problems.push({ path: `headers.${name}`, message });
  }
  if (!url || problems.length > 0) throw BrowserError.invalid("the request cannot be sent as it is", problems);
  url.hash = "";
  return { url: url.href, method, headers, body };
}

/** Problem of one header; never shows its value, which may be a secret. */
function headerProblem(name: string, lower: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return "is not a valid header name";
  if (/[\0\r\n]/.test(value)) return "holds a line break or a NUL byte";
  if (REFUSED.has(lower) || lower.startsWith("proxy-")) return "is set by the browser alone and cannot be given";
  if (lower === "connection" && !/^(keep-alive|close)$/i.test(value.trim()))
    return "is set by the browser alone, only keep-alive and close can be given";
  const fixed = FIXED.get(lower);
  if (fixed !== undefined && value.trim() !== fixed) return `is always "${fixed}" in this browser`;
  if (lower === "referer" && !/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    return "is not an absolute http or https URL";
  return undefined;
}
