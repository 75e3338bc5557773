import { createHash } from "node:crypto";
import type { ReadFacts } from "../page/read-page.ts";

/** Features of a page as short hashes, so that a stored signature holds no text of the page. Sorted. */
export type PageSignature = readonly string[];

/** Page that somebody who is logged in sees, and that somebody else does not. */
export interface SiteSignature {
  /** Address at which the page was read; a stored one has placeholders for values of the login in its query. */
  readonly url: string;
  readonly loggedIn: PageSignature;
}

/** Maximum number of features of a page. */
const MAX_FEATURES = 150;

/** Number of digits of a feature's hash; 48 bits are enough to distinguish the features of two pages. */
const DIGITS = 12;

/**
 * Computes the signature of a page. Numbers in texts are ignored: counters and times change without a login. Private
 * values are ignored too, because a short value could be guessed from its hash.
 */
export function pageSignature(facts: ReadFacts, isPrivate = (_: string) => false): PageSignature {
  const features = pageFeatures(facts).filter((feature) => !isPrivate(feature));
  return [...new Set(features.map(hashed))].slice(0, MAX_FEATURES).sort();
}

function hashed(feature: string): string {
  return createHash("sha256").update(feature).digest("hex").slice(0, DIGITS);
}

/** Stored state is no feature: cookies and entries outlive the session that they belong to. */
function pageFeatures(facts: ReadFacts): string[] {
  const { url, form, choices, lines, trigger, logout } = facts;
  const { origin = "", pathname = "" } = URL.parse(url) ?? {};
  return [
    `at ${origin}${pathname}`,
    ...(logout ? ["logout"] : []),
    ...(trigger === undefined ? [] : ["trigger"]),
    ...(form?.fields ?? []).map(({ kind, name }) => `field ${kind} ${name}`),
    ...choices.map(({ kind, label }) => `choice ${kind} ${label}`),
    ...lines.map((line) => `line ${line.replaceAll(/\d+/g, "#")}`),
  ];
}

/** Minimum share of the matching page's features that must be present, and maximum share of the other page's. */
const SHARE = 0.5;
const OTHER_SHARE = 0.25;

/**
 * Compares a page with two others by the features that only one of them has. Undefined when the page resembles neither
 * or both, or when the two pages do not differ.
 */
export function likeness(
  page: PageSignature,
  { loggedIn, loggedOut }: { readonly loggedIn: PageSignature; readonly loggedOut: PageSignature },
): "in" | "out" | undefined {
  const seen = new Set(page);
  const shareOf = (own: PageSignature, other: PageSignature) => {
    const only = own.filter((feature) => !other.includes(feature));
    return only.length === 0 ? 0 : only.filter((feature) => seen.has(feature)).length / only.length;
  };
  const inside = shareOf(loggedIn, loggedOut);
  const outside = shareOf(loggedOut, loggedIn);
  if (inside >= SHARE && outside <= OTHER_SHARE) return "in";
  return outside >= SHARE && inside <= OTHER_SHARE ? "out" : undefined;
}

/** Share of the features of two pages that only one of them has: 0 for equal pages, 1 for pages with nothing in common. */
export function difference(one: PageSignature, other: PageSignature): number {
  const [a, b] = [new Set(one), new Set(other)];
  const all = new Set([...a, ...b]);
  if (all.size === 0) return 0;
  return [...all].filter((feature) => a.has(feature) !== b.has(feature)).length / all.size;
}
