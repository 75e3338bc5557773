import { validateHeaderName, validateHeaderValue } from "node:http";

/** Bytes of a message's headers that a relay reads, as many as Chromium accepts. */
export const MAX_HEADER = 256 * 1_024;

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers of a message for the next connection, names and values in turn. Removes the headers of its own connection,
 * the headers that its `Connection` header names, and headers that HTTP does not allow. A chunked message loses its
 * `Content-Length`, which does not count (RFC 9112, 6.3): two lengths would let its sender begin a message of another
 * origin.
 */
export function forwardedHeaders(rawHeaders: readonly string[]): string[] {
  const headers = pairs(rawHeaders);
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(","));
  const dropped = new Set([...CONNECTION_HEADERS, ...named.map((name) => name.trim().toLowerCase())]);
  if (isChunked(rawHeaders)) dropped.add("content-length");
  return headers.filter(([name, value]) => !dropped.has(name.toLowerCase()) && isValid(name, value)).flat();
}

/**
 * Headers of a request for the next connection ({@link forwardedHeaders}), with the host of its URL (RFC 9112, 3.2.2).
 * A chunked body stays chunked, even for a method that usually has no body.
 */
export function forwardedRequestHeaders(rawHeaders: readonly string[], host: string): string[] {
  const kept = pairs(forwardedHeaders(rawHeaders)).filter(([name]) => name.toLowerCase() !== "host");
  return ["Host", host, ...kept.flat(), ...(isChunked(rawHeaders) ? ["Transfer-Encoding", "chunked"] : [])];
}

/** Reason phrase without characters that HTTP does not allow. */
export function forwardedReason(statusMessage: string | undefined): string {
  return (statusMessage ?? "").replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
}

function isChunked(rawHeaders: readonly string[]): boolean {
  return pairs(rawHeaders).some(([name]) => name.toLowerCase() === "transfer-encoding");
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""]] : []));
}

function isValid(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
