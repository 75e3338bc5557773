/** Characters that no URI has beyond its host name (RFC 3986), and percent signs that begin no encoding. */
const UNSAFE = /[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;

/** An address as a URI, as spec 2.1 declares it: what a URI cannot have is encoded, the rest stays as it was given. */
export function asUri(address: string): string {
  const [, authority = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)(.*)$/isu.exec(address) ?? [];
  const isPlain = /^[\w\-.~:/@[\]!$&'()*+,;=%]*$/.test(authority);
  const host = isPlain || !URL.canParse(authority) ? authority : new URL(authority).origin;
  const [beforeHash = "", ...fragments] = rest.replace(UNSAFE, (character) => encodeURIComponent(character)).split("#");
  return `${host}${beforeHash}${fragments.length > 0 ? `#${fragments.join("%23")}` : ""}`;
}
