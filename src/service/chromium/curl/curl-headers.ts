import type { CurlRequest } from "./curl-request.ts";

export interface HeaderEntry {
  name: string;
  value: string;
}

/** What of the caller's headers goes along with one hop of the request. */
export interface Hop {
  /** False for the request itself, true after a redirect. */
  redirected: boolean;
  /** The chain has left the origin of the request. */
  leftOrigin: boolean;
  /** Chromium turned the request into a GET without body. */
  lostBody: boolean;
}

/**
 * The browser's own headers with the caller's put over them, or undefined where there is nothing to change.
 *
 * After a redirect the cookies are the browser's (those set on the way included), `Authorization` stays with the
 * origin it was meant for, and a body that is gone takes its `Content-*` headers along.
 */
export function mergeHeaders(
  own: Readonly<Record<string, string>>,
  request: CurlRequest,
  hop: Hop,
): HeaderEntry[] | undefined {
  const given = request.headers.filter(([name]) => travels(name.toLowerCase(), hop));
  if (given.length === 0) return undefined;
  const rest = new Map(given.map(([name, value]) => [name.toLowerCase(), { name, value: value.trim() }]));
  const merged = Object.entries(own).map(([name, value]) => {
    const mine = rest.get(name.toLowerCase());
    rest.delete(name.toLowerCase());
    return mine ?? { name, value };
  });
  return [...merged, ...rest.values()];
}

function travels(name: string, hop: Hop): boolean {
  if (name === "cookie") return !hop.redirected;
  if (name === "authorization") return !hop.leftOrigin;
  return !(hop.lostBody && name.startsWith("content-"));
}

/**
 * Response headers as the API gives them (contract 1.4): lower-case names, a list of values each.
 * @param raw from `Network.responseReceivedExtraInfo`: one character for each byte, repeated headers joined by line feeds,
 *   `Set-Cookie` included. Values that are UTF-8 are decoded, others stay as Latin-1.
 */
export function responseHeaders(raw: Readonly<Record<string, string>>): Record<string, string[]> {
  const entries = Object.entries(raw).flatMap(([name, joined]) =>
    joined.split("\n").map((value) => ({ name, value: decode(value) })),
  );
  return collectHeaders(entries);
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

/** Chromium shows the bytes of a header as windows-1252, which keeps every byte apart. */
function decode(shown: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\x00-\x7f]*$/.test(shown)) return shown;
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const byteOf = new Map([...new TextDecoder("windows-1252").decode(bytes)].map((char, byte) => [char, byte]));
  const original = [...shown].map((char) => byteOf.get(char));
  if (original.includes(undefined)) return shown;
  const buffer = Buffer.from(original as number[]);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return buffer.toString("latin1");
  }
}
