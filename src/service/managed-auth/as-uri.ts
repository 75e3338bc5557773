/**
 * Characters that a URI must not have after its host name (RFC 3986), and percent signs that are not part of an escape.
 */
const UNSAFE = /[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;

/**
 * Address as a URI, as spec 2.1 declares it: characters that a URI must not have are encoded, and the rest stays
 * unchanged.
 */
export function asUri(address: string): string {
  const [, authority = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)(.*)$/isu.exec(address) ?? [];
  const isPlain = /^[\w\-.~:/@[\]!$&'()*+,;=%]*$/.test(authority);
  const host = isPlain || !URL.canParse(authority) ? authority : new URL(authority).origin;
  const [beforeHash = "", ...fragments] = rest.replace(UNSAFE, (character) => encodeURIComponent(character)).split("#");
  return `${host}${beforeHash}${fragments.length > 0 ? `#${fragments.join("%23")}` : ""}`;
}
