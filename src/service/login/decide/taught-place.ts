import type { KnownValues } from "../values/known-values.ts";

/** Segment of a path that stands for any other. */
const ANY = "*";
/** Minimum length of a segment without words, such as a token. */
const LONG = 20;

/**
 * Address of a page without its query, as later logins see it again: segments of its path that look generated, or that
 * contain a value of the login, are `*`. The path of a fragment that is a route of the page is part of it.
 */
export function placeOf(url: string, known: KnownValues): string {
  const parsed = URL.parse(url);
  if (!parsed) return known.redact(url.slice(0, 200));
  const origin = parsed.origin === "null" ? parsed.protocol : known.redact(parsed.origin);
  const route = /^#!?\/[^?]*/.exec(parsed.hash)?.[0] ?? "";
  const path = parsed.pathname + route;
  return (
    origin +
    path
      .split("/")
      .map((segment) => pathSegment(segment, known))
      .join("/")
  );
}

/** True for an address that a recorded one stands for. */
export function isAtPlace(recorded: string, place: string): boolean {
  const [wanted, given] = [recorded.split("/"), place.split("/")];
  return wanted.length === given.length && wanted.every((segment, at) => segment === ANY || segment === given[at]);
}

function pathSegment(segment: string, known: KnownValues): string {
  const own = segment.replace(/;.*|%3b.*/i, "");
  const isNumber = /^\d+$/.test(own);
  return own.length > LONG || isNumber || isGenerated(own) || known.isIn(own) ? ANY : own;
}

/** True for a name that a framework or a server has made, and makes anew each time. */
export function isGenerated(name: string): boolean {
  const last = name.slice(Math.max(...["-", "_", "."].map((sign) => name.lastIndexOf(sign))) + 1);
  return (
    /\d{4}|^[:«]/.test(name) ||
    (last !== name && /^\w*\d$/.test(last)) ||
    (/[0-9a-f]{8,}/i.test(name) && /\d/.test(name)) ||
    (/[a-z]/.test(name) && /[A-Z]/.test(name) && /\d/.test(name) && name.length >= 8)
  );
}
