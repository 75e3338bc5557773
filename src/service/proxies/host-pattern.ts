import { isIP, isIPv4 } from "node:net";
import { isPublicSuffix } from "../../core/public-suffix.ts";
import {
  type AddressRange,
  canonicalAddress,
  familyOf,
  firstAddress,
  isPrivateAddress,
  isPrivateRange,
  isPublicAddress,
  isPublicRange,
  rangeCheck,
} from "./addresses.ts";

const LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
/** Last label of a name that the URL parser reads as a number, and so as an IPv4 address. */
const NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/** Hosts of an entry: one name, all names below one, one address, or a range of addresses; each on one port or on all. */
export interface HostPattern {
  /** Entry as it is stored. */
  readonly text: string;
  readonly kind: "name" | "below" | "address" | "range";
  /** Name or address. */
  readonly host: string;
  readonly port: number | undefined;
  matches(host: string, port: number): boolean;
}

/** Rules for the entries of a field (contract 2.2). */
export interface PatternRules {
  /** Entries may have a port. */
  readonly ports: boolean;
  /** Addresses that may be named; undefined for names alone. */
  readonly addresses: "private" | "public" | undefined;
  /** A wildcard has at least two labels, and is over no public suffix. */
  readonly ownedSuffix: boolean;
}

/** Pattern of an entry, or its problem. */
export type ReadPattern = { readonly pattern: HostPattern } | { readonly problem: string };

/** Reads an entry: spaces around it and capital letters do not count. */
export function readHostPattern(given: string, rules: PatternRules): ReadPattern {
  const text = given.trim().toLowerCase();
  const shown = JSON.stringify(given.length > 100 ? `${given.slice(0, 100)}…` : given);
  const problem = (why: string): ReadPattern => ({ problem: `${why}, not ${shown}` });
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(text)) return problem("must be a host without a scheme");
  const range = /^([^/]*)\/(\d{1,3})$/.exec(text);
  if (range && isIP(range[1] ?? "") !== 0) {
    return readRange(text, { address: range[1] ?? "", bits: Number(range[2]) }, rules, problem);
  }
  if (/[/?#@\\]/.test(text)) return problem("must be a host alone, without path and user");
  const [, host = "", digits] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === "") {
    return problem(isIP(text) === 6 ? `must have its IPv6 address in brackets, [${text}]` : "must be a host");
  }
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && !rules.ports)
    return problem("must be a host without a port, since every port of it counts");
  if (port === 0 || (port ?? 0) > 65_535) return problem("must have a port from 1 to 65535");
  const address = host.replace(/^\[|\]$/g, "");
  if (host.startsWith("[") ? isIP(address) === 6 : isIPv4(host))
    return readAddress(text, address, port, rules, problem);
  return readName(text, host, port, rules, problem);
}

/** True for two entries that have a host in common. */
export function overlap(one: HostPattern, other: HostPattern): boolean {
  if (one.port !== undefined && other.port !== undefined && one.port !== other.port) return false;
  const isBelow = (name: HostPattern, suffix: HostPattern): boolean =>
    suffix.kind === "below" && ["name", "below"].includes(name.kind) && name.host.endsWith(`.${suffix.host}`);
  return (one.kind === other.kind && one.host === other.host) || isBelow(one, other) || isBelow(other, one);
}

type Problem = (why: string) => ReadPattern;

function readRange(text: string, range: AddressRange, { addresses }: PatternRules, problem: Problem): ReadPattern {
  const { address, bits } = range;
  if (addresses === undefined) return problem("must be a host name");
  const family = familyOf(address);
  if (bits > (family === "ipv4" ? 32 : 128)) return problem(`must have at most ${family === "ipv4" ? 32 : 128} bits`);
  const canonical = `${firstAddress(range)}/${bits}`;
  if (canonical !== text) return problem(`must be a range in its canonical form, ${canonical}`);
  if (addresses === "private" && !isPrivateRange(address, bits)) return problem(PRIVATE);
  if (addresses === "public" && !isPublicRange(address, bits)) return problem(PUBLIC);
  const isInside = rangeCheck([text]);
  const matches = (host: string): boolean => isIP(host) !== 0 && isInside(host);
  return { pattern: { text, kind: "range", host: text, port: undefined, matches } };
}

function readAddress(
  text: string,
  address: string,
  port: number | undefined,
  { addresses }: PatternRules,
  problem: Problem,
): ReadPattern {
  if (addresses === undefined) return problem("must be a host name");
  const canonical = canonicalAddress(address);
  if (canonical !== address) return problem(`must be an address in its canonical form, ${canonical}`);
  if (addresses === "private" && !isPrivateAddress(address)) return problem(PRIVATE);
  if (addresses === "public" && !isPublicAddress(address)) return problem(PUBLIC);
  return { pattern: one("address", text, address, port, (host) => host === address) };
}

function readName(
  text: string,
  host: string,
  port: number | undefined,
  { ownedSuffix }: PatternRules,
  problem: Problem,
): ReadPattern {
  const below = host.startsWith("*.");
  const name = below ? host.slice(2) : host;
  if (name.includes("*")) return problem("must have at most one *, as in *.example.com");
  if (/[^\0-\x7f]/.test(name)) {
    const ascii = URL.parse(`http://${name}`)?.hostname;
    return problem(`must be in its ASCII form${ascii ? ` (${below ? "*." : ""}${ascii})` : ""}`);
  }
  if (name.endsWith(".")) return problem("must have no dot at its end");
  if (!HOST_NAME.test(name) || NUMBER.test(name)) return problem("must be a host name such as shop.example.com");
  if (below && ownedSuffix) {
    if (!name.includes(".")) return problem("must have two labels after its *., as in *.example.com");
    if (isPublicSuffix(name)) return problem("must not be all hosts below a public suffix, where anybody can have one");
  }
  return below
    ? { pattern: one("below", text, name, port, (each) => each.endsWith(`.${name}`)) }
    : { pattern: one("name", text, name, port, (each) => each === name) };
}

const PRIVATE = "must be private (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7)";
const PUBLIC =
  "must be public, since private addresses are allowed by network.private_hosts and this machine by the name localhost";

function one(
  kind: HostPattern["kind"],
  text: string,
  host: string,
  port: number | undefined,
  isHost: (host: string) => boolean,
): HostPattern {
  const matches = (each: string, on: number): boolean => isHost(each) && (port === undefined || port === on);
  return { text, kind, host, port, matches };
}
