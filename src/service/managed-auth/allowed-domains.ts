import type { InputProblem } from "../../contract/problems.ts";
import { readDomain } from "../credentials/domain.ts";
import { isPublicSuffix, isWithin } from "./host-name.ts";

/**
 * Hosts of identity providers, which need not be listed (spec 2.1); `*.` is every host below.
 * assumed: these, as the providers that sign-in buttons most often lead to; the API does not name them.
 */
const IDENTITY_PROVIDERS: readonly string[] = [
  "accounts.google.com",
  "appleid.apple.com",
  "github.com",
  "login.live.com",
  "login.microsoftonline.com",
  "www.facebook.com",
  "www.linkedin.com",
  "*.amazoncognito.com",
  "*.auth0.com",
  "*.okta.com",
  "*.oktapreview.com",
  "*.onelogin.com",
  "*.pingidentity.com",
  "*.pingone.com",
];

/** Normalized domains of a request, each once, and the problems of those that are none. */
export interface ReadDomains {
  readonly domains: readonly string[];
  readonly problems: readonly InputProblem[];
}

/** Reads `allowed_domains`: leading `www.` and `*.` labels are dropped, letters become lower case (spec 2.1). */
export function readAllowedDomains(given: readonly string[]): ReadDomains {
  const domains = new Set<string>();
  const problems: InputProblem[] = [];
  for (const [at, text] of given.entries()) {
    const path = `allowed_domains[${at}]`;
    const read = readDomain(text.trim().replace(/^(?:(?:\*|www)\.)+/i, ""));
    if (read.problem !== undefined) problems.push({ path, message: read.problem });
    else if (isPublicSuffix(read.host)) {
      const message = `${JSON.stringify(read.host)} is a public suffix, below which anybody can have a host: name the domain itself`;
      problems.push({ path, message });
    } else domains.add(read.host);
  }
  return { domains: [...domains], problems };
}

/** Where a connection may enter credentials. */
export interface EntryRules {
  readonly domain: string;
  readonly allowedDomains: readonly string[];
}

/**
 * True for an origin where credentials may be entered: any when no domains are listed; otherwise the connection's own
 * domain, the listed ones, their subdomains, and the hosts of identity providers (spec 2.1).
 */
export function mayEnterCredentials({ domain, allowedDomains }: EntryRules, origin: string): boolean {
  if (allowedDomains.length === 0) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname: host } = new URL(origin);
  if (host === "") return false;
  const own = domain.replace(/^www\./, "");
  return [own, ...allowedDomains].some((root) => isWithin(host, root)) || IDENTITY_PROVIDERS.some(covers(host));
}

function covers(host: string): (provider: string) => boolean {
  return (provider) => (provider.startsWith("*.") ? host.endsWith(provider.slice(1)) : host === provider);
}
