import { isPublicSuffix } from "../../core/public-suffix.ts";

const LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

/** Host name as it is stored, or the problem of an invalid one. */
export type Domain = { readonly host: string; readonly problem?: undefined } | { readonly problem: string };

/**
 * Reads a host name: lower case, an international name in its ASCII form, without the dot at its end. A URL, or a host
 * with a port, path or user, is a problem whose message suggests the host. A public suffix is a problem too, because it
 * does not belong to one site.
 */
export function readDomain(given: string): Domain {
  if (/\p{Cc}/u.test(given)) return { problem: "must be a host name without control characters" };
  const text = given.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const host =
    URL.parse(hasScheme ? text : `http://${text}`)
      ?.hostname.toLowerCase()
      .replace(/\.$/, "") ?? "";
  if (!HOST_NAME.test(host)) {
    // A text with "@" may hold a password.
    const shown = text.includes("@") ? "" : `, not ${JSON.stringify(given)}`;
    return { problem: `must be a host name such as shop.example.com${shown}` };
  }
  if (isPublicSuffix(host)) {
    const message = `${JSON.stringify(host)} is a public suffix, below which anybody can have a host: name the domain itself`;
    return { problem: message };
  }
  if (!/[\s/:?#@%\\]/.test(text)) return { host };
  return { problem: `must be the host name ${JSON.stringify(host)} alone, without scheme, user, port and path` };
}

/** Host name to filter stored domains by; an invalid text stays as given and matches none. */
export function domainFilter(given: string | undefined): string | undefined {
  const read = given === undefined ? undefined : readDomain(given);
  return read?.problem === undefined ? read?.host : given;
}
