import { createHash } from "node:crypto";
import type { LoginEvidence } from "../page/evidence.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { LoginState } from "./page-changes.ts";

/** Features of a page as short hashes, so that a stored signature holds no text of the page. Sorted. */
export type PageSignature = readonly string[];

/** Logged-in and logged-out page of one address. */
export interface SiteSignature {
  /** Address at which the logged-in page was read. */
  readonly url: string;
  readonly loggedIn: PageSignature;
  readonly loggedOut: PageSignature;
}

/** Maximum number of features of a page. */
const MAX_FEATURES = 150;

/** Number of digits of a feature's hash; 48 bits are enough to distinguish the features of two pages. */
const DIGITS = 12;

/**
 * Computes the signature of a page. Numbers in texts are ignored: counters and times change without a login. Private
 * values are ignored too, because a short value could be guessed from its hash.
 */
export function pageSignature({ facts, evidence }: LoginState, isPrivate = (_: string) => false): PageSignature {
  const features = [...pageFeatures(facts), ...storedFeatures(evidence)].filter((feature) => !isPrivate(feature));
  return [...new Set(features.map(hashed))].slice(0, MAX_FEATURES).sort();
}

function hashed(feature: string): string {
  return createHash("sha256").update(feature).digest("hex").slice(0, DIGITS);
}

function pageFeatures(facts: PageFacts): string[] {
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

/** Names of cookies and storage entries. Their values change with every login. */
function storedFeatures({ cookies, storage }: LoginEvidence): string[] {
  return [
    ...cookies.map(({ domain, name }) => `cookie ${domain} ${name}`),
    ...storage.map(({ origin, area, key }) => `${area} ${origin} ${key}`),
  ];
}

/** Minimum share of the matching page's features that must be present, and maximum share of the other page's. */
const SHARE = 0.5;
const OTHER_SHARE = 0.25;

/**
 * Compares a page with a signature by the features that only one of its two pages has. Undefined when the page
 * resembles neither or both, or when the two pages do not differ.
 */
export function likeness(
  page: PageSignature,
  { loggedIn, loggedOut }: Pick<SiteSignature, "loggedIn" | "loggedOut">,
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
