import { BlockList, isIP } from "node:net";

/** Ranges of private networks, as `private_hosts` may name them (contract 2.2). */
const privateRanges = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];
/**
 * Ranges that are no addresses of the internet either (RFC 6890): this machine, its links, documentation, multicast and
 * reserved ones. Ranges that carry an IPv4 address inside an IPv6 address are among them, because it may be any.
 */
const specialRanges = [
  ...["0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ...["::/16", "64:ff9b::/32", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16"],
  ...["fe80::/9", "ff00::/8"],
];

const special = rangeCheck([...privateRanges, ...specialRanges]);

/** True for an address of a private network. */
export const isPrivateAddress = rangeCheck(privateRanges);

/** True for an address that is on the internet, and not of this machine, its network or a reserved range. */
export function isPublicAddress(address: string): boolean {
  return !special(address);
}

/** True for a range that has private addresses only. */
export function isPrivateRange(address: string, bits: number): boolean {
  return privateRanges.some((range) => isRangeWithin({ address, bits }, readRange(range)));
}

/** True for a range that has public addresses only. */
export function isPublicRange(address: string, bits: number): boolean {
  const range = { address, bits };
  return [...privateRanges, ...specialRanges]
    .map(readRange)
    .every((other) => !isRangeWithin(range, other) && !isRangeWithin(other, range));
}

/** Range in the form `address/bits`. */
export interface AddressRange {
  readonly address: string;
  readonly bits: number;
}

/** True for a name that stands for this machine by itself (RFC 6761). */
export function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** First address of a range with its bits, in the form that Chromium writes. */
export function firstAddress({ address, bits }: AddressRange): string {
  const bytes = bytesOf(address).map((byte, at) => byte & (0xff << Math.min(8, Math.max(0, 8 * (at + 1) - bits))));
  return textOf(bytes);
}

/** Address in the form that Chromium writes. */
export function canonicalAddress(address: string): string {
  return textOf(bytesOf(address));
}

/** Look-up of addresses in ranges of their own family: `BlockList` finds IPv4 addresses in ranges of IPv6 too. */
export function rangeCheck(ranges: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, bits } of ranges.map(readRange)) {
    const family = familyOf(address);
    lists[family].addSubnet(address, bits, family);
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address));
}

export function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function readRange(range: string): AddressRange {
  const [address = "", bits = ""] = range.split("/");
  return { address, bits: Number(bits) };
}

function isRangeWithin(inner: AddressRange, outer: AddressRange): boolean {
  if (familyOf(inner.address) !== familyOf(outer.address) || inner.bits < outer.bits) return false;
  return firstAddress({ address: inner.address, bits: outer.bits }) === canonicalAddress(outer.address);
}

function bytesOf(address: string): number[] {
  if (isIP(address) === 4) return address.split(".").map(Number);
  const text = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? "::";
  const [head = "", tail = ""] = text.split("::");
  const words = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const middle = text.includes("::") ? 8 - words(head).length - words(tail).length : 0;
  const all = [...words(head), ...Array<string>(middle).fill("0"), ...words(tail)];
  return all.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 0xff]);
}

function textOf(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const words = Array.from({ length: 8 }, (_, at) =>
    (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  );
  return URL.parse(`http://[${words.join(":")}]`)?.hostname.slice(1, -1) ?? "::";
}
