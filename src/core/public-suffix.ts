import { getDomain, getPublicSuffix, parse } from "tldts";

/** True for a suffix below which anybody can register a name, such as `co.uk` or `github.io`. */
export function isPublicSuffix(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return (isIcann === true || isPrivate === true) && getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}

/** Name that somebody has registered, with which a host ends, such as `example.co.uk`; the host itself without one. */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
