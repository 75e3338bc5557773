import type { CurlRequest } from "./curl-request.ts";

export interface HeaderEntry {
  name: string;
  value: string;
}

/** Order in which Chromium sends its headers of a navigation; CDP lists them in another order. */
const ORDER: readonly string[] = [
  "sec-ch-ua",
  "sec-ch-ua-mobile",
  "sec-ch-ua-platform",
  "upgrade-insecure-requests",
  "user-agent",
  "accept",
];

/** Hop of a request: the request itself, or a redirect. */
export interface Hop {
  /** False for the request itself, true after a redirect. */
  redirected: boolean;
  /** True when this or an earlier hop had another origin than the request. */
  leftOrigin: boolean;
}

/**
 * Browser's own headers, overridden by the caller's; undefined when nothing changes.
 *
 * After a redirect the cookies are the browser's, with those that the redirect set, and `Authorization` is sent only to
 * the request's origin. Chromium removes the `Content-*` headers of a dropped body.
 */
export function mergeHeaders(
  own: Readonly<Record<string, string>>,
  request: CurlRequest,
  hop: Hop,
): HeaderEntry[] | undefined {
  const given = request.headers.filter(([name]) => travels(name.toLowerCase(), hop));
  if (given.length === 0) return undefined;
  const rest = new Map(given.map(([name, value]) => [name.toLowerCase(), { name, value: value.trim() }]));
  const inOrder = Object.entries(own).toSorted(([a], [b]) => rank(a) - rank(b));
  const merged = inOrder.map(([name, value]) => {
    const mine = rest.get(name.toLowerCase());
    rest.delete(name.toLowerCase());
    return mine ?? { name, value };
  });
  return [...merged, ...rest.values()];
}

function rank(name: string): number {
  const index = ORDER.indexOf(name.toLowerCase());
  return index === -1 ? ORDER.length : index;
}

function travels(name: string, hop: Hop): boolean {
  if (name === "cookie") return !hop.redirected;
  return !(name === "authorization" && hop.leftOrigin);
}

/**
 * Response headers in the form of the API (contract 1.4): lower-case names, each with a list of values. Values that are
 * valid UTF-8 are decoded as such, others as Latin-1. @param paused from `Fetch.requestPaused`: in order, but without
 * `Set-Cookie`, and cut at the first byte that is not UTF-8. @param raw from `Network.responseReceivedExtraInfo`:
 * complete, but repeated headers are joined by line feeds.
 */
export function responseHeaders(
  paused: readonly HeaderEntry[],
  raw: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const headers = collectHeaders(paused);
  const entries = Object.entries(raw).flatMap(([name, joined]) => joined.split("\n").map((value) => ({ name, value })));
  for (const [name, values] of Object.entries(collectHeaders(entries)))
    if (!headers[name] || !values.every(isAscii)) headers[name] = values.map(decode);
  return headers;
}

/** Groups single headers by lower-case name, in the order in which they came; HTTP/2 pseudo-headers are left out. */
export function collectHeaders(entries: readonly HeaderEntry[]): Record<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { name, value } of entries) {
    if (name.startsWith(":")) continue;
    const values = grouped.get(name.toLowerCase());
    if (values) values.push(value);
    else grouped.set(name.toLowerCase(), [value]);
  }
  return Object.fromEntries(grouped);
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** Bytes of a header value. Chromium decodes them as windows-1252, which is reversible. */
function decode(text: string): string {
  if (isAscii(text)) return text;
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const byteOf = new Map([...new TextDecoder("windows-1252").decode(bytes)].map((char, byte) => [char, byte]));
  const original = [...text].map((char) => byteOf.get(char));
  if (original.includes(undefined)) return text;
  const buffer = Buffer.from(original as number[]);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return buffer.toString("latin1");
  }
}
