import type { KnownValues } from "./known-values.ts";
import { storedKey } from "./stored-values.ts";

/** Address with the query that routes to a page. */
export interface QueryAddress {
  /** Address to open now. It may contain values of the login. */
  readonly url: string;
  /** The same without values: `[username]` stands for the value of that name. */
  readonly stored: string;
}

/** Names of parameters whose values are for one use, or belong to one session. */
const oneTimeName =
  /state|nonce|token|ticket|session|\bsid\b|sess|csrf|xsrf|code|sig(?:n|$)|hash|saml|assertion|time|^ts$|^_+$|pass|pwd|secret|key/i;
/** Maximum number of characters of a parameter's value that names a place of a website. */
const MAX_VALUE = 64;
/** Values that look generated: hexadecimal digits, digits, and letters mixed with digits, of some length. */
const generated = /[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$|^\d{9,}$|^(?=[^\d]*\d)(?=.*[a-z])[\w+/=-]{20,}$/i;
/** Names of values may have brackets themselves, as those of PHP: `[auth[db]]`. */
const placeholder = /^\[(.+)\]$/;

/**
 * Address of a page with the part of its query that routes to it. Left out are parameters that look like one-time
 * values, and those that contain a value of the login: unless it is the whole value and no password. Undefined when no
 * parameter is left.
 */
export function queryAddress(address: string, known: KnownValues): QueryAddress | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const [open, kept] = [new URLSearchParams(), new URLSearchParams()];
  for (const [name, value] of url.searchParams) {
    const shown = known.isIn(name) ? undefined : storedValue(name, value, known);
    if (shown === undefined) continue;
    open.append(name, value);
    kept.append(name, shown);
  }
  if (open.size === 0) return undefined;
  const place = `${url.origin}${url.pathname}`;
  if (known.address(place, place) !== place) return undefined;
  return { url: `${place}?${open}`, stored: `${place}?${kept}` };
}

/** Fragment that names a place of a website: a route of its scripts, or the part of the website that is meant. */
const placeName = /^#!?[\w./~-]{1,64}$/;

/**
 * Address of a page with a fragment that names a place. Undefined without one, and for a fragment that contains a value
 * of the login or looks generated.
 */
export function fragmentAddress(address: string, known: KnownValues): string | undefined {
  const url = URL.parse(address);
  if (!url || !placeName.test(url.hash) || known.isIn(url.hash)) return undefined;
  if (url.hash.split(/[#!/]/).some((part) => generated.test(part))) return undefined;
  const place = `${url.origin}${url.pathname}`;
  return known.address(place, place) === place ? place + url.hash : undefined;
}

/** Value of a parameter to store; undefined for one that is left out. */
function storedValue(name: string, value: string, known: KnownValues): string | undefined {
  if (oneTimeName.test(name) || value.length > MAX_VALUE || generated.test(value) || placeholder.test(value))
    return undefined;
  if (!known.isIn(value)) return value;
  const key = known.nameOf(value);
  return key === undefined || key === "code" || isPassword(key) ? undefined : `[${key}]`;
}

function isPassword(key: string): boolean {
  return storedKey([key], { kind: "password" }) !== undefined;
}

/** Stored address with the values of a credential; undefined when the credential has not all of them. */
export function filledAddress(stored: string, values: Readonly<Record<string, string>>): string | undefined {
  const url = URL.parse(stored);
  if (!url) return undefined;
  const filled = [...url.searchParams].map(([name, text]): [string, string | undefined] => {
    const [, key] = placeholder.exec(text) ?? [];
    return [name, key === undefined ? text : Object.hasOwn(values, key) ? values[key] : undefined];
  });
  const given = filled.filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (given.length < filled.length) return undefined;
  if (given.length > 0) url.search = new URLSearchParams(given).toString();
  return url.href;
}
